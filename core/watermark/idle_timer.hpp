// When a split that brings nothing counts as idle (rule 7).
#pragma once

#include <millrace/core/time/arithmetic.hpp>
#include <millrace/core/time/event_time.hpp>

namespace millrace {

/// Runs from the last record, or from the start, on the clock whose readings it is given, and stands still while the
/// source is blocked or paused. It says only when the time is up: whether the split was polled and found empty is for
/// the caller to see, who sends a periodic generator's report before it calls the split idle. Confined to its split.
class idle_timer {
public:
  /// Starts at `now`. `timeout` > 0; with `forever` it is not due before the end of time.
  idle_timer(duration timeout, event_time now) noexcept : timeout_(timeout) { restart(now); }

  /// A record came. A timer that stands still begins anew when it goes on.
  void restart(event_time now) noexcept {
    left_ = timeout_;
    deadline_ = now + timeout_;
  }

  /// The source is blocked or paused from `now` on. Paused again, it stays as it was.
  void pause(event_time now) noexcept {
    if (paused_) return;
    paused_ = true;
    left_ = now < deadline_ ? deadline_ - now : duration{0};
  }

  /// The source is free again from `now` on.
  void resume(event_time now) noexcept {
    if (!paused_) return;
    paused_ = false;
    deadline_ = now + left_;
  }

  /// True from exactly the timeout on; false while it stands still.
  [[nodiscard]] bool due(event_time now) const noexcept { return !paused_ && now >= deadline_; }

  /// The first time at which it is due as things stand; `event_time::max()` while it stands still.
  [[nodiscard]] event_time deadline() const noexcept { return paused_ ? event_time::max() : deadline_; }

private:
  duration timeout_;
  duration left_{0};     // what is left of it, while paused
  event_time deadline_;  // while it runs
  bool paused_ = false;
};

}  // namespace millrace
