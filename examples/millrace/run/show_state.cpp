#include "run/show_state.hpp"

#include <fmt/format.h>

#include <millrace/actors/state.hpp>

#include "run/exit_status.hpp"
#include "run/run_job.hpp"

namespace millrace::command {

namespace {

std::string text_of(watermark mark) {
  if (mark == watermark::none()) return "none";
  if (mark == watermark::final()) return "final";
  return fmt::format("{} ms", mark.milliseconds);
}

}  // namespace

int show_state(const std::string& directory) {
  const auto found = inspect_state(directory);
  if (!found) {
    complain(found.error().message);
    return exit_status_of(found.error().code, run_phase::starting);
  }
  const auto& state = found.value();
  fmt::print("pipeline {}, id {:016x}, epoch {}{}\n", state.pipeline, state.id, state.epoch,
             state.ended ? ", ended" : "");
  for (const auto& source : state.sources) {
    fmt::print("source {}: {} splits\n", source.name, source.splits.size());
    for (const auto& split : source.splits) fmt::print("  {}\n", split);
  }
  for (const auto& stage : state.stages) {
    fmt::print("stage {}: watermark {}, {} events, {} rows, {} late; {} entries of {} bytes in {} of {} key groups\n",
               stage.name, text_of(stage.combined), stage.events, stage.rows, stage.late, stage.entries,
               stage.entry_bytes, stage.key_groups_used, state.key_groups);
  }
  for (const auto& sink : state.sinks) fmt::print("sink {}\n", sink);
  fmt::print("{} entries wait to be merged\n", state.unmerged);
  return status_done;
}

}  // namespace millrace::command
