// The system's clock as the processing clock of a pipeline.
#pragma once

#include <atomic>
#include <chrono>
#include <millrace/core/time/clock.hpp>

namespace millrace::engine {

/// Milliseconds since 1970; when the system's clock is set back, it stands still until that has caught up. Thread-safe.
class system_clock final : public clock {
public:
  [[nodiscard]] event_time now() const override {
    const auto read = std::chrono::duration_cast<duration>(std::chrono::system_clock::now().time_since_epoch()).count();
    auto last = last_.load(std::memory_order_relaxed);
    while (read > last && !last_.compare_exchange_weak(last, read, std::memory_order_relaxed)) {
    }
    return event_time{std::max(read, last)};
  }

private:
  mutable std::atomic<std::int64_t> last_{0};
};

}  // namespace millrace::engine
