// The oracle's own reading of rules 6 to 10: the combined watermark of several splits.
#pragma once

#include <cstdint>
#include <millrace/core/time/event_time.hpp>
#include <vector>

#include "script.hpp"

namespace millrace::oracle {

/// Takes everything anew from the splits after every step.
class combined_watermark {
public:
  combined_watermark(std::uint32_t splits, idle_policy policy) : splits_(splits), policy_(policy) {}

  /// A step that is not an event.
  void apply(const step& signal);

  [[nodiscard]] watermark combined() const noexcept { return combined_; }
  [[nodiscard]] bool idle() const noexcept { return idle_; }

private:
  enum class status : unsigned char { counted, catching_up, idle, ended };
  struct split {
    watermark last;
    status now = status::counted;
  };

  void retake();
  [[nodiscard]] bool any(status wanted) const noexcept;
  void raise(watermark to) noexcept;

  std::vector<split> splits_;
  idle_policy policy_;
  watermark combined_;
  bool idle_ = false;
};

}  // namespace millrace::oracle
