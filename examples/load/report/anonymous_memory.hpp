// How much memory the process has of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace millrace::load {

/// RssAnon of /proc/self/status, in bytes; 0 where that file has none.
[[nodiscard]] std::uint64_t anonymous_bytes();

/// Gives freed memory back to the system, as far as the C library can, so that it is not counted.
void release_freed_memory();

/// Samples `anonymous_bytes` every 5 ms in a thread of its own, from its making to `stop`.
class memory_peak {
public:
  memory_peak();
  ~memory_peak();
  memory_peak(const memory_peak&) = delete;
  memory_peak& operator=(const memory_peak&) = delete;

  /// The highest sample, one taken now included.
  [[nodiscard]] std::uint64_t stop();

private:
  std::atomic<bool> stopping_{false};
  std::uint64_t peak_ = 0;  // of the thread, until it is joined
  std::thread sampler_;
};

}  // namespace millrace::load
