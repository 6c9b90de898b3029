// crashing_command POINT TIMES JOB.toml STATE ACTORS PATH=VALUE...: runs a job as `millrace run --state` does
// and kills itself (SIGKILL) when the crash point is reached for the TIMES-th time. Exit status 1 when it never is.
#include <atomic>
#include <csignal>
#include <iostream>
#include <millrace/actors/connector/crash_point.hpp>
#include <string>

#include "run/run_job.hpp"

int main(int argc, char** argv) {
  if (argc < 6) {
    std::cerr << "crashing_command POINT TIMES JOB.toml STATE ACTORS PATH=VALUE...\n";
    return 2;
  }
  const std::string point = argv[1];
  std::atomic<int> left = std::stoi(argv[2]);
  millrace::command::job_arguments arguments;
  arguments.file = argv[3];
  arguments.state = argv[4];
  arguments.actors = argv[5];
  for (int index = 6; index < argc; ++index) arguments.assignments.emplace_back(argv[index]);
  millrace::at_crash_point() = [&](millrace::crash_point reached) {
    if (millrace::name_of(reached) == point && left.fetch_sub(1) == 1) std::raise(SIGKILL);
  };
  const int status = millrace::command::run_job(arguments);
  return status == 0 ? 1 : status;
}
