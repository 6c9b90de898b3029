#include <millrace/actors/connector/bad_record.hpp>

namespace millrace {

void bad_record_report::add(const error& bad) {
  if (bad.code == error_code::record_too_long) too_long_.fetch_add(1, std::memory_order_relaxed);
  if (count_.fetch_add(1, std::memory_order_relaxed) >= report_first_) return;
  const std::lock_guard lock(guard_);
  messages_.push_back(bad.message);
}

std::vector<std::string> bad_record_report::messages() const {
  const std::lock_guard lock(guard_);
  return messages_;
}

}  // namespace millrace
