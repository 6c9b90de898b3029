// `millrace run` and `millrace check` behind the command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace millrace::command {

/// What the command line says of a job.
struct job_arguments {
  std::string file;
  std::vector<std::string> assignments;  ///< `PATH=VALUE` of each --set, in order.
  std::optional<std::string> actors;     ///< As --set limits.actors=N, behind all others.
  std::string state;                     ///< The state directory; empty: none.
  bool progress = false;                 ///< Progress lines also when standard error is no terminal.
};

/// Runs a job to its end. Messages go to standard error. Returns the exit status.
int run_job(const job_arguments& arguments);

/// Checks a job and prints its plan on standard output. Nothing is opened. Returns the exit status.
int check_job(const job_arguments& arguments);

/// Prints "millrace: " and each line of `message` on standard error.
void complain(const std::string& message);

}  // namespace millrace::command
