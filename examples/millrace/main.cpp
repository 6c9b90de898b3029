// The `millrace` command: runs a pipeline that a job file describes, without writing C++.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "job/job_keys.hpp"
#include "run/exit_status.hpp"
#include "run/run_job.hpp"
#include "run/show_state.hpp"

namespace {

using namespace millrace::command;

// What was printed has to have arrived.
int printed() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status_done;
  complain(std::string("standard output: ") + std::strerror(errno));
  return status_run_time_failure;
}

// A program that is started with a standard descriptor closed would open something else in its place. The one that is
// put there can be used for nothing, so reading and writing fail as they should.
void fill_closed_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

int not_there_yet(const std::string& what) {
  complain(what + " is not there yet");
  return status_bad_usage;
}

void add_set(CLI::App& command, job_arguments& arguments) {
  command
      .add_option("--set", arguments.assignments,
                  "Replace a value of the job file, such as --set window.size=5min; repeats")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
}

}  // namespace

int main(int argc, char** argv) {
  fill_closed_descriptors();
  job_arguments arguments;
  bool defaults = false;

  CLI::App app("Runs event-time pipelines that job files describe.", "millrace");
  app.set_version_flag("--version", "millrace " MILLRACE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done; 2 bad usage or job file; 3 bad input; 4 state refused; 5 a run-time failure.\n"
      "`millrace check --defaults` prints every key of a job file.");

  auto* run = app.add_subcommand("run", "Run a job to its end");
  run->add_option("job", arguments.file, "The job file")->type_name("JOB.toml")->required();
  add_set(*run, arguments);
  run->add_option("--state", arguments.state, "Keep state in this folder, and go on from what it holds")
      ->type_name("DIR");
  run->add_option("--actors", arguments.actors, "Key-group actors; as --set limits.actors=N")->type_name("N");
  run->add_flag("--progress", arguments.progress, "Print progress also when standard error is no terminal");

  auto* check = app.add_subcommand("check", "Check a job and explain its plan; nothing is read");
  auto* checked_file = check->add_option("job", arguments.file, "The job file")->type_name("JOB.toml");
  add_set(*check, arguments);
  check->add_flag("--defaults", defaults, "Print every key with its default");

  std::string shown;
  auto* state_command = app.add_subcommand("state", "Show what a state directory holds, also while a job runs on it");
  state_command->add_option("directory", shown, "The state directory")->type_name("DIR")->required();
  auto* savepoint = app.add_subcommand("savepoint", "Copy the state of a pipeline (not there yet)");
  savepoint->allow_extras();

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& wrong) {
    return app.exit(wrong) == 0 ? printed() : status_bad_usage;
  }
  if (state_command->parsed()) {
    const int status = show_state(shown);
    return status == status_done ? printed() : status;
  }
  if (savepoint->parsed()) return not_there_yet("millrace savepoint");
  if (defaults) fmt::print("{}", defaults_as_toml());
  if (run->parsed()) return run_job(arguments);
  if (checked_file->count() > 0) {
    const int status = check_job(arguments);
    return status == status_done ? printed() : status;
  }
  if (defaults) return printed();
  complain("check: JOB.toml is missing (or --defaults)");
  return status_bad_usage;
}
