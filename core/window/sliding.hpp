// Sliding windows: equal length, one beginning every slide.
#pragma once

#include <cstdint>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/round_grid.hpp>
#include <millrace/core/time/arithmetic.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/assigner.hpp>
#include <millrace/core/window/grid_window.hpp>
#include <millrace/core/window/time_window.hpp>
#include <string>

namespace millrace {

/// Assigns each event to every window that covers its time: those whose start lies in (time - size, time] on the slide
/// grid. Size need not be a multiple of slide; a slide longer than the size leaves gaps, whose events are in no window.
/// Immutable; share freely. At the two ends of the time line starts and ends saturate.
class sliding {
public:
  struct options {
    duration size;       ///< Length of a window, > 0. Required.
    duration slide;      ///< From one start to the next, > 0. Required.
    duration offset{0};  ///< Moves every start; |offset| < slide.
  };

  /// Errors: option_out_of_range; the message names the value and what is accepted.
  static result<sliding> make(options chosen);

  /// Calls `visit` with each window of `time`, ascending. No allocation; size / slide steps.
  template <class Visit>
  void for_each_window(event_time time, Visit&& visit) const {
    const event_time inside = before_the_end_of_time(time);
    const duration youngest = time_since_grid(inside, slide_, offset_);
    if (youngest >= size_) return;
    for (std::int64_t older = (size_ - duration{1} - youngest) / slide_; older >= 0; --older) {
      visit(window_aged(inside, youngest + older * slide_, size_));
    }
  }

  /// Adds the ends of all windows and, with an allowed lateness, the times at which they are freed.
  void add_grid(round_grid& grid, duration allowed_lateness) const;

  [[nodiscard]] duration size() const noexcept { return size_; }
  [[nodiscard]] duration slide() const noexcept { return slide_; }
  [[nodiscard]] duration offset() const noexcept { return offset_; }

  /// "sliding 60000 ms every 1000 ms", and the offset when there is one.
  [[nodiscard]] std::string describe() const;

private:
  sliding(duration size, duration slide, duration offset) noexcept : size_(size), slide_(slide), offset_(offset) {}

  duration size_;
  duration slide_;
  duration offset_;
};

static_assert(regular_window_assigner<sliding>);

}  // namespace millrace
