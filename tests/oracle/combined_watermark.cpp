#include "combined_watermark.hpp"

#include <algorithm>

namespace millrace::oracle {

void combined_watermark::apply(const step& signal) {
  split& changed = splits_.at(signal.split);
  switch (signal.kind) {
    case step_kind::event: return;
    case step_kind::watermark:
      if (changed.now == status::idle || changed.now == status::ended) return;
      changed.last = std::max(changed.last, signal.mark);
      break;
    case step_kind::idle:
      if (changed.now != status::ended) changed.now = status::idle;
      break;
    case step_kind::active:
      if (changed.now == status::idle) changed.now = status::catching_up;
      break;
    case step_kind::end: changed.now = status::ended; break;
  }
  if (changed.now == status::catching_up && changed.last >= combined_) changed.now = status::counted;
  retake();
}

void combined_watermark::retake() {
  watermark least = watermark::final();
  watermark greatest = watermark::none();
  for (const split& each : splits_) {
    if (each.now == status::counted) least = std::min(least, each.last);
    greatest = std::max(greatest, each.last);
  }
  if (any(status::counted)) raise(least);
  idle_ = any(status::idle) && !any(status::counted) && !any(status::catching_up);
  if (idle_ && policy_ == idle_policy::flush_max) raise(greatest);
  const bool all_ended = !any(status::counted) && !any(status::catching_up) && !any(status::idle);
  if (all_ended) raise(watermark::final());
}

bool combined_watermark::any(status wanted) const noexcept {
  return std::any_of(splits_.begin(), splits_.end(), [wanted](const split& each) { return each.now == wanted; });
}

void combined_watermark::raise(watermark to) noexcept {
  combined_ = std::max(combined_, to);
}

}  // namespace millrace::oracle
