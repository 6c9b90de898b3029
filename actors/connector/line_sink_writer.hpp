// Writes rows as lines, each step sorted.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <millrace/actors/connector/line_sink_report.hpp>
#include <millrace/actors/connector/line_target.hpp>
#include <millrace/actors/connector/row_order.hpp>
#include <millrace/actors/connector/step_sorter.hpp>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace millrace {

/// Appends the text of a row to `line`, without a line end.
template <class Row>
using line_encoder = std::function<void(const Row& row, std::string& line)>;

/// The writer behind `line_file_sink` and `standard_output_sink`. Confined to its sink actor.
///
/// A row is encoded when it comes and waits as bytes until its step closes. A closed step is written at `flush`, at
/// `finish`, or when 256 KiB have gathered. Rows of steps that never close are dropped. Where state is kept, what
/// writing means is the target's matter.
template <class Row>
class line_sink_writer final : public sink_writer {
public:
  struct parts {
    std::unique_ptr<line_target> output;
    line_encoder<Row> encode;
    row_order<Row> order;  ///< Empty: as made.
    std::string header;    ///< The first line; empty: none.
    step_sorter::options sorting;
    std::shared_ptr<line_sink_report> report;
    state_origin origin = state_origin::none;
  };

  explicit line_sink_writer(parts all) : parts_(std::move(all)), sorter_(parts_.sorting) {
    if (parts_.origin != state_origin::restored) write_header();
  }

  void write(const batch& rows, std::size_t from, std::size_t to, step_number step, std::size_t input) override {
    parts_.output->begin();
    const auto& typed = static_cast<const row_batch<Row>&>(rows);
    for (std::size_t i = from; i < to; ++i) {
      render(typed.rows[i]);
      sorter_.add(step, input, key_, line_);
    }
    publish();
  }

  void close_step(const step_mark& mark) override {
    parts_.output->begin();
    sorter_.close(mark.step, [this](std::string_view text) { parts_.output->append(text); });
    publish();
  }

  void flush() override {
    parts_.output->flush();
    publish();
  }

  void finish() override {
    parts_.output->finish();
    publish();
  }

  std::string prepare(epoch_number epoch) override {
    std::string prepared = parts_.output->prepare(epoch);
    publish();
    return prepared;
  }

  void commit(epoch_number epoch) override {
    parts_.output->commit(epoch);
    publish();
  }

  void recover(epoch_number epoch, std::string_view prepared) override {
    if (parts_.output->recover(epoch, prepared)) write_header();
    publish();
  }

private:
  void write_header() {
    if (!parts_.header.empty()) parts_.output->append(parts_.header);
  }

  void render(const Row& row) {
    line_.clear();
    key_.clear();
    try {
      parts_.encode(row, line_);
      if (parts_.order) parts_.order(row, key_);
    } catch (const failure&) {
      throw;
    } catch (const std::exception& thrown) {
      throw failure(error_code::user_function_threw,
                    parts_.output->name() + ": the encoder or the order of a row threw: " + thrown.what());
    }
  }

  void publish() noexcept {
    const step_sorter_counts& counts = sorter_.counts();
    constexpr auto relaxed = std::memory_order_relaxed;
    parts_.report->rows.store(counts.rows, relaxed);
    parts_.report->waiting_bytes.store(counts.waiting_bytes, relaxed);
    parts_.report->spilled_bytes.store(counts.spilled_bytes, relaxed);
    parts_.report->spilled_runs.store(counts.spilled_runs, relaxed);
    parts_.report->bytes.store(parts_.output->bytes_written(), relaxed);
  }

  parts parts_;
  step_sorter sorter_;
  std::string line_;
  std::string key_;
};

}  // namespace millrace
