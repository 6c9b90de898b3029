// A run of a sink through some epochs, that can be gone on with from any of them.
#pragma once

#include <functional>
#include <memory>
#include <millrace/core/sink/sink_writer.hpp>
#include <optional>
#include <string>
#include <vector>

namespace millrace::testing {

/// What a store would know of the sink.
struct stored_epoch {
  epoch_number epoch = 0;
  std::string prepared;
};

/// Seven epochs: one without rows, one that fails, so that the next covers it, and one whose rows are more than a sink
/// keeps in memory. Rows of the next epoch come, and its first step closes, before an epoch is committed; rows of an
/// open step are there at each barrier. Rows are texts of a `row_batch<std::string>`.
class epoch_script {
public:
  static constexpr epoch_number last = 7;
  static constexpr epoch_number without_rows = 2;
  static constexpr epoch_number failing = 4;
  static constexpr epoch_number large = 5;

  /// What is known so far; nothing before epoch 0.
  std::optional<stored_epoch> store;
  /// An epoch that was reported as failed, though it may be on disk.
  std::optional<stored_epoch> doubtful;

  /// How a call that may be made again after a failure is made.
  std::function<void(const std::function<void()>&)> call = [](const std::function<void()>& made) { made(); };

  /// From the first epoch, or from what is stored, to the end.
  void run(sink_writer& writer) {
    epoch_number next = 1;
    if (store) {
      recover(writer);
      next = store->epoch + 1;
    } else {
      store = stored_epoch{.epoch = 0, .prepared = prepare(writer, 0)};
      call([&] { writer.commit(0); });
    }
    if (next > last) call([&] { writer.finish(); });
    for (epoch_number each = next; each <= last; ++each) {
      if (each == next) first_step(writer, each);
      second_step(writer, each);
      if (each == last) call([&] { writer.finish(); });
      stored_epoch made{.epoch = each, .prepared = prepare(writer, each)};
      if (each == failing) doubtful = made;
      if (each < last) first_step(writer, each + 1);
      if (each == failing) continue;
      store = std::move(made);
      doubtful.reset();
      call([&] { writer.commit(each); });
    }
  }

  void recover(sink_writer& writer) {
    call([&] { writer.recover(store->epoch, store->prepared); });
  }

  /// The lines of an epoch, in order.
  static std::string lines_of(epoch_number epoch) {
    std::string lines;
    for (const step_number step : {2 * epoch - 1, 2 * epoch}) {
      for (const std::string& row : rows_of(step)) lines += row + "\n";
    }
    return epoch == 0 ? "" : lines;
  }
  /// Those of all epochs up to this one.
  static std::string lines_up_to(epoch_number epoch) {
    std::string lines;
    for (epoch_number each = 0; each <= epoch; ++each) lines += lines_of(each);
    return lines;
  }

private:
  static std::vector<std::string> rows_of(step_number step) {
    const epoch_number epoch = (step + 1) / 2;
    if (epoch == without_rows || epoch > last) return {};
    const std::string start = std::to_string(step);
    if (epoch == large) return {start + "a" + std::string(200'000, 'x'), start + "b" + std::string(100'000, 'y')};
    return {start + "a", start + "b"};
  }

  static void write(sink_writer& writer, step_number step, std::size_t from) {
    const std::vector<std::string> rows = rows_of(step);
    row_batch<std::string> batch;
    if (from < rows.size()) batch.rows.push_back(rows[from]);
    if (batch.size() > 0) writer.write(batch, 0, batch.size(), step, from);
  }

  void first_step(sink_writer& writer, epoch_number epoch) const {
    const step_number step = 2 * epoch - 1;
    write(writer, step, 0);
    write(writer, step, 1);
    writer.close_step({.step = step, .stage_watermark = {}, .mark = {}});
    write(writer, step + 1, 1);
    call([&] { writer.flush(); });
  }

  void second_step(sink_writer& writer, epoch_number epoch) const {
    const step_number step = 2 * epoch;
    write(writer, step, 0);
    writer.close_step({.step = step, .stage_watermark = {}, .mark = {}});
    call([&] { writer.flush(); });
  }

  std::string prepare(sink_writer& writer, epoch_number epoch) const {
    std::string prepared;
    call([&] { prepared = writer.prepare(epoch); });
    return prepared;
  }
};

}  // namespace millrace::testing
