#include "campaign.hpp"

#include <fmt/format.h>

#include <exception>

#include "judge.hpp"
#include "shrink.hpp"
#include "simulated_run.hpp"

namespace millrace::simulation {

namespace {

void count(const recording& seen, const scenario& asked, tally& counted) {
  const auto answers = answers_to(asked, seen.reports);
  ++counted.seeds;
  counted.schedules.insert(seen.schedule);
  counted.turns += seen.turns;
  counted.suspended_firing += seen.seen.suspended_firing;
  counted.suspended_batch += seen.seen.suspended_batch;
  counted.parked_batch += seen.seen.parked_batch;
  counted.woke_behind += answers.woke_behind;
  counted.went_idle += answers.went_idle;
  counted.starved += seen.seen.starved;
  counted.timeout_before_actor += seen.seen.timeout_before_actor;
  counted.preempted += seen.seen.preempted;
  counted.late += !seen.late.rows.empty();
  counted.stopped += went_well(seen) && seen.outcome->value().how == run_end::stopped;
  counted.drained += went_well(seen) && seen.outcome->value().how == run_end::drained;
  counted.thrown += seen.thrown;
}

}  // namespace

verdict verdict_on(const scenario& asked) {
  verdict found{.seen = run(asked), .violation = {}};
  found.violation = violation_in(asked, found.seen);
  return found;
}

std::string report_on(std::uint64_t seed, const std::string& violation) {
  const auto least =
      shrunk(scenario_of(seed), [](const scenario& tried) { return verdict_on(tried).violation.has_value(); });
  const auto again = verdict_on(least);
  return fmt::format("seed {}: {}again: simulation --seeds 1 --first {}\nshrunk to: {}schedule {:016x}: {}", seed,
                     violation, seed, text_of(least), again.seen.schedule,
                     again.violation.value_or("gone when run again\n"));
}

tally run_campaign(std::uint64_t first, std::uint64_t seeds, std::size_t most_violations,
                   const std::function<void(std::uint64_t, const std::string&)>& report) {
  tally counted;
  for (std::uint64_t seed = first; seed < first + seeds && counted.violations < most_violations; ++seed) {
    const auto asked = scenario_of(seed);
    const auto found = verdict_on(asked);
    count(found.seen, asked, counted);
    if (!found.violation) continue;
    ++counted.violations;
    report(seed, *found.violation);
  }
  return counted;
}

std::string text_of(const tally& counted) {
  const auto share = [&](std::size_t part) {
    return counted.seeds == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(counted.seeds);
  };
  return fmt::format(
      "{} seeds, {} violations, {} distinct schedules, {} turns\n"
      "suspended firing {:.1f} %, suspended batch {:.1f} %, parked batch {:.1f} %, woke behind {:.1f} %, idle {:.1f} "
      "%\n"
      "late {:.1f} %, stopped {:.1f} %, drained {:.1f} %, failed {:.1f} %, starved {:.1f} %, timeout before an actor "
      "{:.1f} %, preempted {:.1f} %",
      counted.seeds, counted.violations, counted.schedules.size(), counted.turns, share(counted.suspended_firing),
      share(counted.suspended_batch), share(counted.parked_batch), share(counted.woke_behind), share(counted.went_idle),
      share(counted.late), share(counted.stopped), share(counted.drained), share(counted.thrown),
      share(counted.starved), share(counted.timeout_before_actor), share(counted.preempted));
}

}  // namespace millrace::simulation
