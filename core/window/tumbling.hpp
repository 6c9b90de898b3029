// Tumbling windows: equal length, no gap, no overlap.
#pragma once

#include <millrace/core/error.hpp>
#include <millrace/core/protocol/round_grid.hpp>
#include <millrace/core/time/arithmetic.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/assigner.hpp>
#include <millrace/core/window/grid_window.hpp>
#include <millrace/core/window/time_window.hpp>
#include <string>

namespace millrace {

/// Assigns each event to the one window [start, end) that covers its time. Immutable; share freely. The windows tile
/// the whole time line, also before 1970; at its two ends starts and ends saturate.
class tumbling {
public:
  struct options {
    duration size;       ///< Length of a window, > 0. Required.
    duration offset{0};  ///< Moves every start; |offset| < size. A day from 8:00: {.size = 24h, .offset = 8h}.
  };

  /// Errors: option_out_of_range; the message names the value and what is accepted.
  static result<tumbling> make(options chosen);

  /// The window of `time`: with size 10 ms, -1 ms lies in [-10 ms, 0 ms). Constant time, no allocation.
  [[nodiscard]] time_window window_of(event_time time) const noexcept {
    const event_time inside = before_the_end_of_time(time);
    return window_aged(inside, time_since_grid(inside, size_, offset_), size_);
  }

  template <class Visit>
  void for_each_window(event_time time, Visit&& visit) const {
    visit(window_of(time));
  }

  /// Adds the ends of all windows and, with an allowed lateness, the times at which they are freed.
  void add_grid(round_grid& grid, duration allowed_lateness) const;

  [[nodiscard]] duration size() const noexcept { return size_; }
  [[nodiscard]] duration slide() const noexcept { return size_; }
  [[nodiscard]] duration offset() const noexcept { return offset_; }

  /// "tumbling 3600000 ms", and the offset when there is one.
  [[nodiscard]] std::string describe() const;

private:
  tumbling(duration size, duration offset) noexcept : size_(size), offset_(offset) {}

  duration size_;
  duration offset_;
};

static_assert(regular_window_assigner<tumbling>);

}  // namespace millrace
