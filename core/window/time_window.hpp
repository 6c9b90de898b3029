// A window of time, and how an element is judged against it.
#pragma once

#include <compare>
#include <millrace/core/time/arithmetic.hpp>
#include <millrace/core/time/event_time.hpp>

namespace millrace {

/// A half-open stretch of event time, [start, end). Ordered by start, then end.
struct time_window {
  event_time start;
  event_time end;

  /// The time its results carry: the last millisecond that it covers.
  [[nodiscard]] constexpr event_time last_moment() const noexcept { return end - duration{1}; }
  /// The watermark at which it is freed: `end + allowed_lateness`, saturating; with `forever` the final one, also for a
  /// window before 1970.
  [[nodiscard]] constexpr event_time freed_at(duration allowed_lateness) const noexcept {
    return allowed_lateness == forever ? event_time::max() : end + allowed_lateness;
  }

  constexpr auto operator<=>(const time_window&) const noexcept = default;
};

/// Rule 14: lateness is judged per (event, window).
enum class lateness : unsigned char { on_time, late_but_kept, missed };

/// Judges an element of `window` under the watermark `now`.
[[nodiscard]] constexpr lateness judge(time_window window, duration allowed_lateness, watermark now) noexcept {
  if (!now.reached(window.end)) return lateness::on_time;
  return now.reached(window.freed_at(allowed_lateness)) ? lateness::missed : lateness::late_but_kept;
}

}  // namespace millrace
