// A sink that writes down its rows and steps, and throws where the scenario says so.
#pragma once

#include <memory>
#include <millrace/actors/engine/planted_fault.hpp>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <utility>

#include "fuse.hpp"
#include "kept_state.hpp"
#include "recording.hpp"

namespace millrace::simulation {

template <class Row>
class recording_writer final : public sink_writer {
public:
  /// With `kept` it shows rows when their epoch is committed.
  recording_writer(sink_record<Row>& seen, std::shared_ptr<fuse> throwing, std::shared_ptr<kept_state> kept,
                   outside_of_sink<Row>* outside)
      : seen_(seen), throwing_(std::move(throwing)), kept_(std::move(kept)), outside_(outside) {}

  void write(const batch& rows, std::size_t from, std::size_t to, step_number step, std::size_t input) override {
    throwing_->burn(throwing_place::sink);
    const auto& typed = static_cast<const row_batch<Row>&>(rows);
    for (std::size_t i = from; i < to; ++i) {
      seen_.rows.push_back({input, step, typed.rows[i]});
      if (kept_ != nullptr) pending_.push_back(seen_.rows.back());
    }
    if (step <= closed()) ++seen_.rows_behind_their_step;
  }
  void close_step(const step_mark& mark) override { seen_.steps.push_back(mark); }

  /// Gives how much was shown before. What is staged for an epoch is all that comes behind that.
  [[nodiscard]] std::string prepare(epoch_number epoch) override {
    if (kept_ == nullptr || kept_->frozen) return {};
    auto& staged = outside_->staged[epoch];
    staged = waiting_;
    std::erase_if(pending_, [&](const auto& each) {
      if (each.step > closed()) return false;
      staged.push_back(each.row);
      return true;
    });
    waiting_ = staged;
    std::uint64_t length = outside_->shown.size();
    if (engine::is_planted(engine::planted_fault::length_after_commit)) length += staged.size();
    return stored_bytes(length);
  }
  void commit(epoch_number epoch) override {
    if (kept_ == nullptr || kept_->frozen || epoch == 0) return;
    for (auto& row : outside_->staged.at(epoch)) outside_->shown.push_back(row);
    waiting_.clear();
  }
  void recover(epoch_number epoch, std::string_view prepared) override {
    if (kept_ == nullptr) return;
    const auto length = value_of_bytes<std::uint64_t>(prepared);
    const auto& staged = outside_->staged[epoch];
    auto& shown = outside_->shown;
    if (shown.size() < length || shown.size() > length + staged.size()) {
      throw failure(error_code::state_refused, "the world has seen other rows than the epoch says");
    }
    for (std::size_t i = shown.size() - length; i < staged.size(); ++i) shown.push_back(staged[i]);
  }
  void flush() override {}
  void finish() override { ++seen_.finishes; }

private:
  [[nodiscard]] step_number closed() const { return seen_.steps.empty() ? 0 : seen_.steps.back().step; }

  sink_record<Row>& seen_;
  std::shared_ptr<fuse> throwing_;
  std::shared_ptr<kept_state> kept_;
  outside_of_sink<Row>* outside_;
  std::vector<written_row<Row>> pending_;  // written, and in no epoch yet
  std::vector<Row> waiting_;               // prepared, and not shown yet
};

}  // namespace millrace::simulation
