// Limits how fast a source is read, on the clock that is passed in.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <millrace/core/time/arithmetic.hpp>
#include <millrace/core/time/event_time.hpp>

namespace millrace {

/// Allows `rate` records a second; what was not used is kept for a tenth of a second at most. Rate 0 allows everything.
/// Confined to its source actor.
class throttle {
public:
  throttle(double rate, event_time now) : rate_(rate), last_(now), allowed_(std::min(1.0, rate)) {}

  /// Records that may be read at `now`, at most `wanted`.
  std::size_t allow(event_time now, std::size_t wanted) {
    if (rate_ <= 0) return wanted;
    const double elapsed = static_cast<double>((now - last_).count()) / 1000.0;
    if (elapsed > 0) {
      last_ = now;
      allowed_ = std::min(allowed_ + elapsed * rate_, std::max(1.0, rate_ / 10));
    }
    return allowed_ > 0 ? std::min(wanted, static_cast<std::size_t>(allowed_)) : 0;
  }

  /// More than was allowed is waited for later.
  void used(std::size_t records) { allowed_ -= rate_ > 0 ? static_cast<double>(records) : 0; }

  /// When it is worth reading again: for a record, or for those of a hundredth of a second if that is more.
  [[nodiscard]] event_time ready_at() const {
    const double missing = std::max(0.0, std::max(1.0, rate_ / 100) - allowed_) / rate_ * 1000;
    return last_ + duration{static_cast<std::int64_t>(std::ceil(std::min(missing, 1e15)))};
  }

private:
  double rate_;
  event_time last_;
  double allowed_;
};

}  // namespace millrace
