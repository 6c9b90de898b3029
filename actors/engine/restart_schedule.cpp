#include <algorithm>
#include <millrace/actors/engine/restart_schedule.hpp>
#include <string>

namespace millrace::engine {

namespace {

/// The same input gives the same failure.
bool comes_from_data(error_code code) {
  switch (code) {
    case error_code::no_timestamp:
    case error_code::sum_overflow:
    case error_code::user_function_threw:
    case error_code::event_after_end:
    case error_code::upsert_needs_one_row:
    case error_code::record_malformed:
    case error_code::record_too_long: return true;
    default: return false;
  }
}

}  // namespace

std::optional<duration> restart_schedule::after(const error& reason, duration lasted) {
  if (policy_.restarts == 0) return std::nullopt;
  const bool is_same = before_ && before_->code == reason.code && before_->message == reason.message;
  if (is_same && comes_from_data(reason.code)) {
    refusal_ = "the same failure came back after a restart";
    return std::nullopt;
  }
  before_ = reason;
  if (lasted >= policy_.reset_after) {
    in_a_row_ = 0;
    pause_ = policy_.first_pause;
  }
  if (in_a_row_ >= policy_.restarts) {
    refusal_ = "after " + std::to_string(in_a_row_) + " restarts";
    return std::nullopt;
  }
  ++in_a_row_;
  const duration pause = pause_;
  pause_ = std::min(pause_ > policy_.longest_pause / 2 ? policy_.longest_pause : pause_ * 2, policy_.longest_pause);
  return pause;
}

}  // namespace millrace::engine
