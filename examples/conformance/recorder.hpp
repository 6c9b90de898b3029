// What the sinks of a running graph saw, under the number of the step that was being run.
#pragma once

#include <atomic>
#include <cstddef>
#include <millrace/core/sink/sink_writer.hpp>
#include <millrace/core/time/event_time.hpp>
#include <mutex>

#include "observation.hpp"
#include "recorded_rows.hpp"

namespace conformance {

/// Thread-safe.
class recorder {
public:
  /// What comes from now on is caused by `step`.
  void begin(std::size_t step) { step_.store(step); }

  void on_row(const result_row& row);
  void on_late(const missed_event& event);
  /// A step of the sinks has closed: notes what changed since the last one.
  void on_step(const millrace::step_mark& mark);

  [[nodiscard]] observation seen() const;

private:
  std::atomic<std::size_t> step_{0};
  mutable std::mutex guard_;  // guards all below
  observation seen_;
  millrace::watermark combined_;
  bool idle_ = false;
};

}  // namespace conformance
