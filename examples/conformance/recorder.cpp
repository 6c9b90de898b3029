#include "recorder.hpp"

namespace conformance {

void recorder::on_row(const result_row& row) {
  const std::lock_guard lock(guard_);
  seen_.outputs.push_back(recorded(row, step_.load()));
}

void recorder::on_late(const missed_event& event) {
  const std::lock_guard lock(guard_);
  seen_.late.push_back(recorded(event, step_.load()));
}

void recorder::on_step(const millrace::step_mark& mark) {
  const std::lock_guard lock(guard_);
  if (mark.stage_watermark != combined_) {
    combined_ = mark.stage_watermark;
    seen_.watermark_out.push_back({step_.load(), combined_.milliseconds});
  }
  if (mark.idle != idle_) {
    idle_ = mark.idle;
    seen_.idle_out.push_back({step_.load(), idle_});
  }
}

observation recorder::seen() const {
  const std::lock_guard lock(guard_);
  return seen_;
}

}  // namespace conformance
