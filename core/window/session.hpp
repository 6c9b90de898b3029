// Session windows: as long as events keep coming, ended by a gap of silence.
#pragma once

#include <millrace/core/error.hpp>
#include <millrace/core/time/arithmetic.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/assigner.hpp>
#include <millrace/core/window/grid_window.hpp>
#include <millrace/core/window/time_window.hpp>
#include <string>

namespace millrace {

/// Opens [time, time + gap) for each event of a key; windows that touch are one session, so two events exactly one gap
/// apart share it. Immutable; share freely. At the end of the time line ends saturate.
class session {
public:
  struct options {
    duration gap;  ///< The silence that ends a session, > 0. Required.
  };

  /// Errors: option_out_of_range; the message names the value and what is accepted.
  static result<session> make(options chosen);

  /// The window that an event opens by itself.
  [[nodiscard]] time_window window_of(event_time time) const noexcept {
    const event_time inside = before_the_end_of_time(time);
    return {inside, inside + gap_};
  }

  /// True when the two are parts of one session: they overlap, or one begins where the other ends.
  [[nodiscard]] bool touch(time_window left, time_window right) const noexcept {
    return left.start <= right.end && right.start <= left.end;
  }

  /// The step of event time at which rounds end: a quarter of the gap, at least 1 ms.
  [[nodiscard]] duration watermark_step() const noexcept;

  /// "session gap 30000 ms".
  [[nodiscard]] std::string describe() const;

private:
  explicit session(duration gap) noexcept : gap_(gap) {}

  duration gap_;
};

static_assert(merging_window_assigner<session>);

}  // namespace millrace
