// Window assigners: the two concepts that window operators are built over.
#pragma once

#include <concepts>
#include <millrace/core/protocol/round_grid.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>
#include <string>

namespace millrace {

/// Puts a time into windows on a fixed grid. `for_each_window(time, visit)` calls `visit(time_window)` for each window
/// that covers `time`, in ascending order, and not at all for a time in a gap. `add_grid` adds to `grid` every time at
/// which a pane with this allowed lateness completes or is freed. Law: each visited window contains `time`.
template <class Assigner>
concept aligned_window_assigner = std::copy_constructible<Assigner> &&
    requires(const Assigner assigner, event_time time, round_grid& grid, duration lateness,
             void (*visit)(time_window)) {
  assigner.for_each_window(time, visit);
  { assigner.add_grid(grid, lateness) } -> std::same_as<void>;
  { assigner.describe() } -> std::same_as<std::string>;
};

/// Windows of one `size`, one of which begins every `slide`, all moved by `offset`: what slices can be cut of. Law: the
/// windows of `for_each_window` are exactly those [offset + k * slide, offset + k * slide + size) that contain the
/// time.
template <class Assigner>
concept regular_window_assigner = aligned_window_assigner<Assigner> && requires(const Assigner assigner) {
  { assigner.size() } -> std::same_as<duration>;
  { assigner.slide() } -> std::same_as<duration>;
  { assigner.offset() } -> std::same_as<duration>;
};

/// Opens a window an event and merges those that touch. `window_of(time)` is the event's own window; `touch(a, b)` says
/// that two windows merge. `watermark_step` is the step at which rounds end (there is no grid).
template <class Assigner>
concept merging_window_assigner = std::copy_constructible<Assigner> &&
    requires(const Assigner assigner, event_time time, time_window window) {
  { assigner.window_of(time) } -> std::same_as<time_window>;
  { assigner.touch(window, window) } -> std::same_as<bool>;
  { assigner.watermark_step() } -> std::same_as<duration>;
  { assigner.describe() } -> std::same_as<std::string>;
};

template <class Assigner>
concept window_assigner = aligned_window_assigner<Assigner> || merging_window_assigner<Assigner>;

}  // namespace millrace
