#include <millrace/core/error.hpp>

namespace millrace {

std::string_view name_of(error_code code) noexcept {
  // No default: the compiler names a code that is missing here.
  switch (code) {
    case error_code::option_missing: return "option_missing";
    case error_code::option_out_of_range: return "option_out_of_range";
    case error_code::option_unknown: return "option_unknown";
    case error_code::option_conflict: return "option_conflict";
    case error_code::plan_incomplete: return "plan_incomplete";
    case error_code::plan_duplicate_name: return "plan_duplicate_name";
    case error_code::not_supported_yet: return "not_supported_yet";
    case error_code::no_timestamp: return "no_timestamp";
    case error_code::sum_overflow: return "sum_overflow";
    case error_code::user_function_threw: return "user_function_threw";
    case error_code::event_after_end: return "event_after_end";
    case error_code::upsert_needs_one_row: return "upsert_needs_one_row";
    case error_code::stop_timed_out: return "stop_timed_out";
    case error_code::wait_refused: return "wait_refused";
    case error_code::stopped_by_failure: return "stopped_by_failure";
    case error_code::out_of_memory: return "out_of_memory";
    case error_code::source_missing: return "source_missing";
    case error_code::source_unreadable: return "source_unreadable";
    case error_code::record_malformed: return "record_malformed";
    case error_code::record_too_long: return "record_too_long";
    case error_code::sink_exists: return "sink_exists";
    case error_code::sink_unwritable: return "sink_unwritable";
    case error_code::sink_closed: return "sink_closed";
    case error_code::sink_is_also_input: return "sink_is_also_input";
    case error_code::state_malformed: return "state_malformed";
    case error_code::state_refused: return "state_refused";
    case error_code::state_in_use: return "state_in_use";
    case error_code::state_unwritable: return "state_unwritable";
    case error_code::internal: return "internal";
  }
  return "unknown";
}

}  // namespace millrace
