// Clocks are passed in; nothing in core reads the system's.
#pragma once

#include <atomic>
#include <millrace/core/time/event_time.hpp>

namespace millrace {

/// The processing clock of a pipeline. Thread safety: `now` may be called from any thread and never goes back.
class clock {
public:
  virtual ~clock() = default;
  [[nodiscard]] virtual event_time now() const = 0;
};

/// A clock that moves only when told to: for tests, replay and simulation. Starts at 0. Thread-safe.
class manual_clock final : public clock {
public:
  [[nodiscard]] event_time now() const override { return event_time{now_.load(std::memory_order_acquire)}; }
  void set(event_time now) { now_.store(now.milliseconds, std::memory_order_release); }

private:
  std::atomic<std::int64_t> now_{0};
};

}  // namespace millrace
