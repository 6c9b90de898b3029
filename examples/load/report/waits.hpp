// Waits of many events, and what they are compared with.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace millrace::load {

/// The middle, the 99th of a hundred, and the longest of some waits, in microseconds.
struct wait_figures {
  double p50_us = 0;
  double p99_us = 0;
  double max_us = 0;
};

/// By nearest rank. Requires one wait at least.
[[nodiscard]] wait_figures figures_of(std::vector<std::int64_t> waits_ns);

/// How late a thread of the same process wakes that only sleeps, a millisecond at a time: what the machine itself adds.
/// Measures from its making to `stop`.
class hiccup_meter {
public:
  hiccup_meter();
  ~hiccup_meter();
  hiccup_meter(const hiccup_meter&) = delete;
  hiccup_meter& operator=(const hiccup_meter&) = delete;

  /// By how much each sleep was too long, in nanoseconds.
  [[nodiscard]] std::vector<std::int64_t> stop();

private:
  std::atomic<bool> stopping_{false};
  std::vector<std::int64_t> oversleeps_;  // of the thread, until it is joined
  std::thread sleeper_;
};

}  // namespace millrace::load
