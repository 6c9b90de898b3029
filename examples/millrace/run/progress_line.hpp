// The progress of a run in one line.
#pragma once

#include <chrono>
#include <cstdint>
#include <millrace/actors/run.hpp>
#include <millrace/core/time/event_time.hpp>
#include <string>

namespace millrace::command {

/// Makes a line from each snapshot; the rate is that since the snapshot before. Confined to its thread.
class progress_line {
public:
  /// "  120000 rows/s   watermark 2001-01-01T05:00:00.000Z   lag 9131d   late 12", and "idle" when all inputs are.
  /// `now` is the clock that lag is measured by.
  [[nodiscard]] std::string next(const run_progress& progress, std::chrono::duration<double> since_last,
                                 event_time now);

private:
  std::uint64_t records_before_ = 0;
};

/// "2001-01-01T05:00:00.000Z"; "none" and "final" for the first and last watermark; a bare number of milliseconds
/// outside the years 0 to 9999.
[[nodiscard]] std::string watermark_text(watermark mark);

/// Two places at most: "850ms", "12s", "90min", "30h", "12d".
[[nodiscard]] std::string rounded_duration_text(duration length);

}  // namespace millrace::command
