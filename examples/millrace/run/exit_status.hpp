// Exit statuses of the command: a contract with whoever calls it.
#pragma once

#include <millrace/core/error.hpp>

namespace millrace::command {

inline constexpr int status_done = 0;
inline constexpr int status_bad_usage = 2;  ///< Command line, job file, or input that is missing at start.
inline constexpr int status_bad_input = 3;  ///< A bad record under `on_error = "fail"`, or input that went away.
inline constexpr int status_state_refused =
    4;  ///< A state directory that does not fit, is in use or cannot be written.
inline constexpr int status_run_time_failure = 5;

/// When something went wrong.
enum class run_phase : unsigned char { starting, running };

/// The exit status of a failure.
[[nodiscard]] int exit_status_of(error_code code, run_phase when) noexcept;

}  // namespace millrace::command
