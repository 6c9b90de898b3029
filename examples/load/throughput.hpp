// `millrace-load throughput`: engine against a plain loop, in turns.
#pragma once

#include "options.hpp"

namespace millrace::load {

/// Exit statuses of the program.
enum exit_status : int { status_done = 0, status_mismatch = 1, status_bad_usage = 2, status_run_failed = 5 };

/// Makes the events, lets engine and reference loop run in turns, and prints what they showed to standard output, the
/// JSON line last. Returns `status_mismatch` when a result differs. Requires options that `check` has passed.
[[nodiscard]] int run_throughput(const throughput_options& chosen);

}  // namespace millrace::load
