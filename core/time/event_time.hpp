// Event time, durations and watermarks: three types, so that none is taken for another.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <limits>

namespace millrace {

/// A length of time in whole milliseconds. `5s`, `30min` and `1h` of std::chrono convert to it.
using duration = std::chrono::milliseconds;

/// Stands for "for ever" where a duration is asked for, such as an allowed lateness.
inline constexpr duration forever{std::numeric_limits<std::int64_t>::max()};

/// A point of time: signed milliseconds since 1970-01-01T00:00Z. Clock readings use it too.
struct event_time {
  std::int64_t milliseconds = std::numeric_limits<std::int64_t>::min();

  constexpr event_time() noexcept = default;
  explicit constexpr event_time(std::int64_t since_epoch) noexcept : milliseconds(since_epoch) {}
  explicit constexpr event_time(duration since_epoch) noexcept : milliseconds(since_epoch.count()) {}

  /// "No timestamp": refused wherever event time is used.
  static constexpr event_time none() noexcept { return event_time{}; }
  static constexpr event_time min() noexcept { return event_time{std::numeric_limits<std::int64_t>::min()}; }
  static constexpr event_time max() noexcept { return event_time{std::numeric_limits<std::int64_t>::max()}; }

  constexpr auto operator<=>(const event_time&) const noexcept = default;
};

/// A promise: no event with a time below it is expected any more. Never falls.
struct watermark {
  std::int64_t milliseconds = std::numeric_limits<std::int64_t>::min();

  constexpr watermark() noexcept = default;
  explicit constexpr watermark(std::int64_t since_epoch) noexcept : milliseconds(since_epoch) {}
  explicit constexpr watermark(event_time time) noexcept : milliseconds(time.milliseconds) {}

  /// The watermark before any: nothing is promised.
  static constexpr watermark none() noexcept { return watermark{}; }
  /// The final watermark: no event is expected any more.
  static constexpr watermark final() noexcept { return watermark{std::numeric_limits<std::int64_t>::max()}; }

  /// True when this watermark promises that every event below `time` is in.
  [[nodiscard]] constexpr bool reached(event_time time) const noexcept { return milliseconds >= time.milliseconds; }

  constexpr auto operator<=>(const watermark&) const noexcept = default;
};

}  // namespace millrace
