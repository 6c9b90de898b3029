// Settings of the form NAME or NAME:DETAIL.
#pragma once

#include <millrace/actors/connector/bad_record.hpp>
#include <millrace/actors/restart_policy.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/watermark/all_idle.hpp>
#include <optional>
#include <string_view>

namespace millrace::command {

/// Reads "fail", "skip" or "quarantine:FILE". Errors of all three: `option_unknown`, naming what is accepted, or
/// `option_out_of_range` for a duration.
result<bad_record> parse_on_error(std::string_view text);

/// Reads "rounds", "every_record" or "periodic:200ms".
result<report_mode> parse_report(std::string_view text);

/// Reads "flush_max", "hold" or "wall_clock:5s".
result<all_idle_policy> parse_all_idle(std::string_view text);

/// Reads "none", "fixed:3:1s" or "exponential:1s:1min".
result<restart_policy> parse_restart(std::string_view text);

}  // namespace millrace::command
