// How a run may end, and that nothing is left behind.
#include <fmt/format.h>

#include <algorithm>

#include "judge.hpp"

namespace millrace::simulation {

namespace {

std::optional<std::string> violation_of_the_outcome(const scenario& asked, const recording& seen) {
  if (seen.crashed) return std::nullopt;
  if (!seen.outcome) return "the run does not come to an end: wait() would not return\n";
  const auto& outcome = *seen.outcome;
  if (seen.thrown) {
    if (outcome) return "a function of the user threw, and the run did not fail\n";
    const auto& reason = outcome.error();
    if (reason.code == error_code::user_function_threw && reason.message.find("fuse") != std::string::npos) return {};
    return fmt::format("a function of the user threw, and the run failed with: {}\n", reason.message);
  }
  // A last epoch that cannot be stored is told.
  if (!outcome && seen.failed_commits > 0 && outcome.error().code == error_code::state_unwritable) return {};
  if (!outcome) return fmt::format("the run failed with: {}\n", outcome.error().message);
  const run_end how = outcome.value().how;
  const bool stop = asked.control == control_kind::stop && seen.asked;
  const bool drain = asked.control == control_kind::drain && seen.asked;
  if (how == run_end::ended || (how == run_end::stopped && stop) || (how == run_end::drained && drain)) return {};
  return fmt::format("the run says that it ended in way {}, which nobody asked for\n", static_cast<int>(how));
}

template <class Row>
std::optional<std::string> violation_of_sink(const char* name, const sink_record<Row>& sink, bool well) {
  if (sink.rows_behind_their_step > 0) return fmt::format("{}: a row came behind the end of its step\n", name);
  if (well && sink.finishes != 1) return fmt::format("{}: finished {} times\n", name, sink.finishes);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> violation_of_the_end(const scenario& asked, const recording& seen) {
  if (auto found = violation_of_the_outcome(asked, seen)) return found;
  if (seen.jobs_left > 0) return fmt::format("{} actors still have messages\n", seen.jobs_left);
  if (seen.actors_left > 0) return fmt::format("{} actors are left\n", seen.actors_left);
  const auto held =
      std::count_if(seen.pools.begin(), seen.pools.end(), [](const auto& pool) { return !pool.expired(); });
  if (held > 0) return fmt::format("{} pools are left: a buffer of theirs has not come back\n", held);
  if (seen.epoch_stood_still) return "an epoch was not complete, and nobody had anything to do\n";
  if (!seen.crashed && went_well(seen) && seen.keeps_state &&
      seen.counted.completed != seen.counted.committed + seen.counted.failed) {
    return fmt::format("{} epochs were complete, {} are stored and {} failed\n", seen.counted.completed,
                       seen.counted.committed, seen.counted.failed);
  }
  if (!seen.crashed && seen.counted.begun != seen.counted.completed + seen.counted.cancelled) {
    return fmt::format("{} epochs were begun, {} completed and {} cancelled\n", seen.counted.begun,
                       seen.counted.completed, seen.counted.cancelled);
  }
  if (auto found = violation_of_sink("rows", seen.rows, went_well(seen))) return found;
  return violation_of_sink("late", seen.late, went_well(seen));
}

}  // namespace millrace::simulation
