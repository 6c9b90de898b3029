// Standard output led elsewhere for a while.
#pragma once

#include <unistd.h>

#include <cstdio>

namespace millrace::testing {

/// Puts `number` in the place of standard output while it lives. Nothing may be logged meanwhile.
class standard_output_guard {
public:
  explicit standard_output_guard(int number) : before_(::dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    ::dup2(number, STDOUT_FILENO);
  }
  standard_output_guard(const standard_output_guard&) = delete;
  standard_output_guard& operator=(const standard_output_guard&) = delete;
  ~standard_output_guard() {
    ::dup2(before_, STDOUT_FILENO);
    ::close(before_);
  }

private:
  int before_;
};

}  // namespace millrace::testing
