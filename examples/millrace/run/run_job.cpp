#include "run/run_job.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <millrace/actors/run.hpp>
#include <string_view>
#include <utility>

#include "job/job.hpp"
#include "pipeline/build_plan.hpp"
#include "run/exit_status.hpp"
#include "run/progress_line.hpp"
#include "run/signals.hpp"

namespace millrace::command {
namespace {

using steady = std::chrono::steady_clock;

result<built_job> built_from(const job_arguments& arguments) {
  auto assignments = arguments.assignments;
  if (arguments.actors) assignments.push_back("limits.actors=" + *arguments.actors);
  auto loaded = load_job(arguments.file, assignments);
  if (!loaded) return loaded.error();
  loaded.value().state_directory = arguments.state;
  return build_plan(loaded.value());
}

int refuse(const error& reason, run_phase when) {
  const int status = exit_status_of(reason.code, when);
  if (status != status_done) complain(reason.message);
  return status;
}

// Writes progress lines over each other on a terminal, below each other elsewhere.
class progress_printer {
public:
  explicit progress_printer(bool asked) : terminal_(isatty(STDERR_FILENO) == 1), on_(asked || terminal_) {}

  void print(const run_progress& progress) {
    if (!on_) return;
    const auto now = steady::now();
    const event_time wall{std::chrono::duration_cast<duration>(std::chrono::system_clock::now().time_since_epoch())};
    const auto line = line_.next(progress, now - last_, wall);
    last_ = now;
    fmt::print(stderr, "{}{}{}", terminal_ ? "\r\033[K" : "", line, terminal_ ? "" : "\n");
    std::fflush(stderr);
    printed_ = true;
  }

  // Frees the line for other messages.
  void end() {
    if (printed_ && terminal_) fmt::print(stderr, "\n");
    printed_ = false;
  }

  void summarise(const run_progress& counts, duration took) {
    if (!on_) return;
    fmt::print(stderr, "millrace: {} records read, {} rows, {} late, in {} ms\n", counts.records_read, counts.rows,
               counts.dropped_late + counts.partly_late, took.count());
  }

private:
  bool terminal_;
  bool on_;
  bool printed_ = false;
  progress_line line_;
  steady::time_point last_ = steady::now();
};

// Nobody should find out from a missing row.
void report_what_is_missing(const run_summary& summary, bool late_output, bool keeps_state) {
  const auto late = summary.counts.dropped_late + summary.counts.partly_late;
  if (late > 0 && !late_output) {
    complain(fmt::format("late events left out: {}; output.late = \"FILE\" keeps them", late));
  }
  if (summary.how == run_end::stopped && keeps_state) {
    complain(
        fmt::format("stopped by a signal after epoch {}; the same command goes on from there", summary.counts.epoch));
  } else if (summary.how == run_end::stopped) {
    complain(fmt::format("stopped by a signal after {} records; windows that were open are not written",
                         summary.counts.records_read));
  }
}

void report_bad_records(const built_job& job) {
  for (const auto& source : job.bad_records) {
    if (source->count() == 0) continue;
    const auto messages = source->messages();
    complain(fmt::format("bad records left out: {}{}", source->count(),
                         messages.size() < source->count() ? "; the first ones:" : ""));
    for (const auto& message : messages) fmt::print(stderr, "  {}\n", message);
  }
}

}  // namespace

void complain(const std::string& message) {
  std::string_view rest = message;
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    fmt::print(stderr, "millrace: {}\n", rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
}

int run_job(const job_arguments& arguments) {
  hold_signals();
  auto job = built_from(arguments);
  if (!job) return refuse(job.error(), run_phase::starting);
  const bool late_output = !job.value().plan.stages.front().outputs[1].sinks.empty();
  const auto begun = steady::now();
  auto started = start(std::move(job.value().plan), job.value().options);
  if (!started) return refuse(started.error(), run_phase::starting);
  running_pipeline& pipeline = started.value();
  for (const auto& warning : pipeline.warnings()) complain(warning);
  const auto restored = pipeline.progress().epoch;
  if (restored > 0) complain(fmt::format("goes on from epoch {} of '{}'", restored, arguments.state));
  const auto printed_failure = [&, last = std::string{}]() mutable {
    const auto failed = pipeline.failed_epoch();
    if (failed && failed->message != last)
      complain("an epoch could not be stored, the run goes on: " + failed->message);
    if (failed) last = failed->message;
  };

  progress_printer printer(arguments.progress);
  const auto ended = [&] {
    const signal_watch watch(
        std::chrono::seconds(1),
        [&, report = printed_failure]() mutable {
          printer.print(pipeline.progress());
          report();
        },
        // What went wrong in stopping is told by `wait` too.
        [&] { (void)pipeline.stop(); });
    return pipeline.wait();
  }();
  printer.end();
  report_bad_records(job.value());
  if (!ended) return refuse(ended.error(), run_phase::running);
  report_what_is_missing(ended.value(), late_output, !arguments.state.empty());
  printer.summarise(ended.value().counts, std::chrono::duration_cast<duration>(steady::now() - begun));
  return status_done;
}

int check_job(const job_arguments& arguments) {
  const auto job = built_from(arguments);
  if (!job) return refuse(job.error(), run_phase::starting);
  fmt::print("{}", job.value().plan.explain());
  return status_done;
}

}  // namespace millrace::command
