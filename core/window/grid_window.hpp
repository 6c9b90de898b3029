// Arithmetic that tumbling and sliding windows share: windows found by how long ago they began.
#pragma once

#include <millrace/core/protocol/round_grid.hpp>
#include <millrace/core/time/arithmetic.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>

namespace millrace {

/// The last millisecond of the time line has no millisecond behind it for a window to end at, so it is counted with the
/// one before: then no window is empty and every one is complete at the final watermark.
[[nodiscard]] constexpr event_time before_the_end_of_time(event_time time) noexcept {
  return time == event_time::max() ? time - duration{1} : time;
}

/// How long before `time` the last grid time lies, in [0, step). The grid is every `step`, moved by `offset`. Requires
/// step > 0, |offset| < step. Exact on the whole time line.
[[nodiscard]] constexpr duration time_since_grid(event_time time, duration step, duration offset) noexcept {
  return duration{above_grid(time.milliseconds, step.count(), offset.count())};
}

/// The window of this size that began `age` before `time`. Requires 0 <= age < size. Each bound saturates by itself.
[[nodiscard]] constexpr time_window window_aged(event_time time, duration age, duration size) noexcept {
  return {time - age, time + (size - age)};
}

/// Adds to `grid` the ends of windows that start on the given grid and, with an allowed lateness, the times at which
/// they are freed.
void add_ends_to_grid(round_grid& grid, duration size, duration step, duration offset, duration allowed_lateness);

}  // namespace millrace
