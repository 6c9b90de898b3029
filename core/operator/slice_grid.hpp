// Where slices and windows lie: slices are cut at the starts and ends of windows, at most two per slide.
#pragma once

#include <cstdint>
#include <limits>
#include <millrace/core/time/arithmetic.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/grid_window.hpp>
#include <millrace/core/window/time_window.hpp>
#include <optional>

namespace millrace::detail {

/// The number of a slice or of a window, ascending with time. Wide enough for every time, size and slide.
__extension__ typedef __int128 grid_index;

/// Stand below and above every number of a grid; they may be multiplied by small numbers.
inline constexpr grid_index before_all = -(grid_index{1} << 100);
inline constexpr grid_index after_all = grid_index{1} << 100;

/// The slice of a time. Bounds saturate at the ends of the time line.
struct slice_place {
  grid_index slice = 0;
  event_time start;
  event_time end;
  bool covered = false;  ///< False in a gap: no window contains the slice.
};

/// Window k is [offset + k * slide, offset + k * slide + size) and consists of the slices from `first_slice(k)` on,
/// `slices_per_window()` of them. Immutable; every function takes constant time.
class slice_grid {
public:
  /// Requires size > 0, slide > 0, |offset| < slide.
  slice_grid(duration size, duration slide, duration offset) noexcept
      : size_(size), slide_(slide), offset_(offset), beyond_(size % slide) {
    halved_ = beyond_ > duration{0} ? 1 : 0;
    per_window_ = (grid_index{size / slide} << halved_) + halved_;
  }

  [[nodiscard]] slice_place place_of(event_time time) const noexcept {
    const event_time inside = before_the_end_of_time(time);
    const duration age = time_since_grid(inside, slide_, offset_);
    const grid_index cell = (grid_index{inside.milliseconds} - age.count() - offset_.count()) / slide_.count();
    if (halved_ == 0) return {cell, inside - age, inside + (slide_ - age), true};
    if (age < beyond_) return {2 * cell, inside - age, inside + (beyond_ - age), true};
    return {2 * cell + 1, inside - (age - beyond_), inside + (slide_ - age), per_window_ > 1};
  }

  [[nodiscard]] grid_index slices_per_window() const noexcept { return per_window_; }
  [[nodiscard]] grid_index first_slice(grid_index window) const noexcept { return window << halved_; }

  /// The first and the last window that contain a slice, when any does; else the first is the greater one.
  [[nodiscard]] grid_index first_window(grid_index slice) const noexcept {
    return ((slice - per_window_) >> halved_) + 1;
  }
  [[nodiscard]] grid_index last_window(grid_index slice) const noexcept { return slice >> halved_; }

  [[nodiscard]] time_window window(grid_index number) const noexcept {
    const grid_index start = number * slide_.count() + offset_.count();
    return {saturated(start), saturated(start + size_.count())};
  }

  /// The number of a window that `window` gives, if any does.
  [[nodiscard]] std::optional<grid_index> window_number(time_window of) const noexcept {
    // Where one bound has saturated the other one has not.
    const grid_index by_end =
        floor_divide(grid_index{of.end.milliseconds} - offset_.count() - size_.count(), slide_.count());
    if (window(by_end) == of) return by_end;
    const grid_index by_start = floor_divide(grid_index{of.start.milliseconds} - offset_.count(), slide_.count());
    if (window(by_start) == of) return by_start;
    return std::nullopt;
  }

  /// The bounds of a slice; and the number of a slice with such bounds, if there is one that windows contain.
  [[nodiscard]] time_window slice(grid_index number) const noexcept {
    const grid_index cell = number >> halved_;
    const grid_index start = cell * slide_.count() + offset_.count();
    const grid_index middle = start + beyond_.count();
    const grid_index end = start + slide_.count();
    if (halved_ == 0) return {saturated(start), saturated(end)};
    return number % 2 == 0 ? time_window{saturated(start), saturated(middle)}
                           : time_window{saturated(middle), saturated(end)};
  }
  [[nodiscard]] std::optional<grid_index> slice_number(time_window of) const noexcept {
    const slice_place place = place_of(of.end - duration{1});
    if (!place.covered || slice(place.slice) != of) return std::nullopt;
    return place.slice;
  }

  /// The last window none of whose slices comes after `slice`.
  [[nodiscard]] grid_index last_window_before(grid_index slice) const noexcept {
    return (slice - per_window_) >> halved_;
  }

  /// The first window whose `end + lateness` the watermark has not reached: `after_all` at the final watermark, and
  /// `before_all` before it when the lateness is `forever`.
  [[nodiscard]] grid_index first_not_reached(watermark now, duration lateness) const noexcept {
    if (now == watermark::final()) return after_all;
    if (lateness == forever) return before_all;
    const grid_index latest = grid_index{now.milliseconds} - offset_.count() - size_.count() - lateness.count();
    return floor_divide(latest, slide_.count()) + 1;
  }

private:
  static constexpr grid_index floor_divide(grid_index number, grid_index by) noexcept {
    const grid_index quotient = number / by;
    return number % by < 0 ? quotient - 1 : quotient;
  }
  static constexpr event_time saturated(grid_index milliseconds) noexcept {
    if (milliseconds > std::numeric_limits<std::int64_t>::max()) return event_time::max();
    if (milliseconds < std::numeric_limits<std::int64_t>::min()) return event_time::min();
    return event_time{static_cast<std::int64_t>(milliseconds)};
  }

  duration size_;
  duration slide_;
  duration offset_;
  duration beyond_;  // how far a window reaches into its last, partly covered slide
  int halved_ = 0;   // 1 when ends of windows cut slides in two
  grid_index per_window_ = 1;
};

}  // namespace millrace::detail
