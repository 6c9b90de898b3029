#include "run/exit_status.hpp"

#include <algorithm>
#include <array>

namespace millrace::command {
namespace {

struct statuses {
  error_code code;
  int starting;
  int running;
};

// What is not in the table is a run-time failure.
constexpr std::array table{
    statuses{error_code::option_missing, status_bad_usage, status_bad_usage},
    statuses{error_code::option_out_of_range, status_bad_usage, status_bad_usage},
    statuses{error_code::option_unknown, status_bad_usage, status_bad_usage},
    statuses{error_code::option_conflict, status_bad_usage, status_bad_usage},
    statuses{error_code::plan_incomplete, status_bad_usage, status_bad_usage},
    statuses{error_code::plan_duplicate_name, status_bad_usage, status_bad_usage},
    statuses{error_code::not_supported_yet, status_bad_usage, status_bad_usage},
    statuses{error_code::no_timestamp, status_bad_input, status_bad_input},
    statuses{error_code::source_missing, status_bad_usage, status_bad_input},
    statuses{error_code::source_unreadable, status_bad_usage, status_bad_input},
    statuses{error_code::record_malformed, status_bad_input, status_bad_input},
    statuses{error_code::record_too_long, status_bad_input, status_bad_input},
    statuses{error_code::sink_exists, status_bad_usage, status_bad_usage},
    statuses{error_code::sink_unwritable, status_bad_usage, status_run_time_failure},
    statuses{error_code::sink_closed, status_done, status_done},
    statuses{error_code::sink_is_also_input, status_bad_usage, status_bad_usage},
    statuses{error_code::state_malformed, status_state_refused, status_state_refused},
    statuses{error_code::state_refused, status_state_refused, status_state_refused},
    statuses{error_code::state_in_use, status_state_refused, status_state_refused},
    statuses{error_code::state_unwritable, status_state_refused, status_run_time_failure},
};

}  // namespace

int exit_status_of(error_code code, run_phase when) noexcept {
  const auto* found = std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.code == code; });
  if (found == table.end()) return status_run_time_failure;
  return when == run_phase::starting ? found->starting : found->running;
}

}  // namespace millrace::command
