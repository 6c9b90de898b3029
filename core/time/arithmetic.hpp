// The one home of time arithmetic: sums that saturate, and the grid found by floor-modulo.
#pragma once

#include <cstdint>
#include <limits>
#include <millrace/core/time/event_time.hpp>

namespace millrace {

/// Adds; stops at the ends of the time line instead of wrapping.
[[nodiscard]] constexpr std::int64_t saturating_add(std::int64_t left, std::int64_t right) noexcept {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(left, right, &sum)) return sum;
  return left < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

/// Subtracts; stops at the ends of the time line instead of wrapping.
[[nodiscard]] constexpr std::int64_t saturating_subtract(std::int64_t left, std::int64_t right) noexcept {
  std::int64_t difference = 0;
  if (!__builtin_sub_overflow(left, right, &difference)) return difference;
  return left < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

[[nodiscard]] constexpr event_time operator+(event_time time, duration length) noexcept {
  return event_time{saturating_add(time.milliseconds, length.count())};
}
[[nodiscard]] constexpr event_time operator-(event_time time, duration length) noexcept {
  return event_time{saturating_subtract(time.milliseconds, length.count())};
}
[[nodiscard]] constexpr duration operator-(event_time later, event_time earlier) noexcept {
  return duration{saturating_subtract(later.milliseconds, earlier.milliseconds)};
}
[[nodiscard]] constexpr watermark operator+(watermark mark, duration length) noexcept {
  return watermark{saturating_add(mark.milliseconds, length.count())};
}
[[nodiscard]] constexpr watermark operator-(watermark mark, duration length) noexcept {
  return watermark{saturating_subtract(mark.milliseconds, length.count())};
}

/// How far `time` lies above the greatest grid time not above it: 0 on the grid, less than `step` always. The grid is
/// every `step` milliseconds, moved by `offset`. Requires step > 0, |offset| < step. Constant time; exact at both ends
/// of the time line and for every step, since each difference below stays between -step and step.
[[nodiscard]] constexpr std::int64_t above_grid(std::int64_t time, std::int64_t step, std::int64_t offset) noexcept {
  const std::int64_t remainder = time % step;
  const std::int64_t distance = (remainder < 0 ? remainder + step : remainder) - (offset < 0 ? offset + step : offset);
  return distance < 0 ? distance + step : distance;
}

/// The greatest grid time not above `time`. Right before 1970 too: with step 10, -1 lies on -10. Requires step > 0,
/// |offset| < step. Saturates at the start of the time line, which then need not lie on the grid: take the end of that
/// grid cell from `next_on_grid(time, ...)`, never from its saturated start.
[[nodiscard]] constexpr std::int64_t floor_to_grid(std::int64_t time, std::int64_t step, std::int64_t offset) noexcept {
  return saturating_subtract(time, above_grid(time, step, offset));
}

/// The least grid time above `time`. Requires step > 0, |offset| < step. Saturates at the end of the time line; exact
/// at its start.
[[nodiscard]] constexpr std::int64_t next_on_grid(std::int64_t time, std::int64_t step, std::int64_t offset) noexcept {
  return saturating_add(time, step - above_grid(time, step, offset));
}

}  // namespace millrace
