#include "campaign.hpp"

#include <fmt/format.h>

#include <atomic>
#include <millrace/core/key/key_hash.hpp>
#include <utility>

#include "faults.hpp"
#include "judge.hpp"
#include "shrink.hpp"
#include "simulated_run.hpp"

namespace millrace::simulation {

namespace {

std::atomic<std::uint64_t> seed_now{0};

/// The first line without its numbers: what stays the same when a scenario gets smaller.
std::string kind_of(const std::string& violation) {
  auto kind = violation.substr(0, violation.find('\n'));
  std::erase_if(kind, [](char each) { return (each >= '0' && each <= '9') || each == '-'; });
  return kind;
}

std::string fault_option() {
  for (const auto& [name, fault] : fault_names()) {
    if (fault != engine::planted_fault::none && fault == engine::planted()) return " --fault " + name;
  }
  return {};
}

/// A run, and what it went on from.
struct chain {
  scenario asked;
  recording seen;
  past before{};
  engine::restore_point from{};
};

/// Lets another run go on from an epoch of the last one, under another schedule and with fewer disturbances.
/// Returns false when the last run left nothing to go on from.
bool go_on(chain& links) {
  const auto& epochs = links.seen.epochs;
  if (epochs.empty()) return false;
  const std::size_t chosen = links.asked.schedule.seed % epochs.size();
  auto from = links.from;
  for (std::size_t i = 0; i <= chosen; ++i) from.add(epochs[i]);
  if (from.ended()) return false;
  auto before = past_of(links.seen, epochs[chosen], links.before);
  links.from = std::move(from);
  links.before = std::move(before);
  ++links.asked.schedule.seed;
  links.asked.throws = throwing_place::nowhere;
  if (links.asked.schedule.seed % 3 != 0) links.asked.control = control_kind::none;
  links.seen = run(links.asked, links.from);
  return true;
}

void count(const verdict& found, const scenario& asked, tally& counted) {
  const auto& seen = found.seen;
  const auto answers = answers_to(asked, {}, answered_reports(seen));
  ++counted.seeds;
  counted.schedules.insert(seen.schedule);
  counted.turns += seen.turns;
  counted.suspended_firing += seen.seen.suspended_firing;
  counted.suspended_batch += seen.seen.suspended_batch;
  counted.parked_batch += seen.seen.parked_batch;
  counted.held_behind_barrier += seen.seen.held_behind_barrier;
  counted.behind_windows += asked.before == stage_before::windows;
  counted.behind_each_event += asked.before == stage_before::each_event;
  counted.at_least_once += asked.guarantee == processing_guarantee::at_least_once;
  counted.completed_epoch += seen.counted.completed > 0;
  counted.cancelled_epoch += seen.counted.cancelled > 0;
  counted.restored += found.restored > 0;
  counted.restored_twice += found.restored > 1;
  counted.kept_state += found.stored.runs > 0;
  counted.crashed += found.stored.crashed;
  counted.rescaled += found.stored.rescaled;
  counted.failed_commit += found.stored.failed_commit;
  counted.slow_store += found.stored.slow_store;
  counted.fingerprint = mix_word(counted.fingerprint ^ seen.schedule);
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
  verdict found{.seen = run(asked), .restored = 0, .stored = {}, .violation = {}};
  found.violation = violation_in(asked, found.seen);
  chain links{.asked = asked, .seen = found.seen};
  while (!found.violation && found.restored < 2 && go_on(links)) {
    ++found.restored;
    const auto violation = violation_in(links.asked, links.seen, links.before);
    if (violation) found.violation = fmt::format("going on for the {}. time: {}", found.restored, *violation);
  }
  if (!found.violation) {
    found.stored = verdict_on_stored(asked);
    found.violation = found.stored.violation;
  }
  return found;
}

std::string report_on(std::uint64_t seed, const std::string& violation) {
  const auto kind = kind_of(violation);
  const auto least = shrunk(scenario_of(seed), [&](const scenario& tried) {
    const auto found = verdict_on(tried).violation;
    return found && kind_of(*found) == kind;
  });
  const auto again = verdict_on(least);
  return fmt::format("seed {}: {}again: simulation --seeds 1 --first {}{}\nshrunk to: {}schedule {:016x}: {}", seed,
                     violation, seed, fault_option(), text_of(least), again.seen.schedule,
                     again.violation.value_or("gone when run again\n"));
}

tally run_campaign(std::uint64_t first, std::uint64_t seeds, std::size_t most_violations,
                   const std::function<void(std::uint64_t, const std::string&)>& report) {
  tally counted;
  for (std::uint64_t seed = first; seed < first + seeds && counted.violations < most_violations; ++seed) {
    seed_now = seed;
    const auto asked = scenario_of(seed);
    const auto found = verdict_on(asked);
    count(found, asked, counted);
    if (!found.violation) continue;
    ++counted.violations;
    report(seed, *found.violation);
  }
  return counted;
}

std::uint64_t running_seed() noexcept {
  return seed_now;
}

std::string text_of(const tally& counted) {
  auto text =
      fmt::format("{} seeds, {} violations, {} distinct schedules, {} turns, fingerprint {:016x}\n", counted.seeds,
                  counted.violations, counted.schedules.size(), counted.turns, counted.fingerprint);
  const auto add = [&](const char* what, std::size_t part) {
    const double share =
        counted.seeds == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(counted.seeds);
    text += fmt::format("  {:<28}{:5.1f} %\n", what, share);
  };
  add("suspended firing", counted.suspended_firing);
  add("suspended batch", counted.suspended_batch);
  add("parked batch", counted.parked_batch);
  add("held behind a barrier", counted.held_behind_barrier);
  add("completed epoch", counted.completed_epoch);
  add("cancelled epoch", counted.cancelled_epoch);
  add("restored", counted.restored);
  add("restored twice", counted.restored_twice);
  add("kept state", counted.kept_state);
  add("crashed", counted.crashed);
  add("other number of actors", counted.rescaled);
  add("failed commit", counted.failed_commit);
  add("slow store", counted.slow_store);
  add("behind windows", counted.behind_windows);
  add("behind each event", counted.behind_each_event);
  add("at least once", counted.at_least_once);
  add("woke behind", counted.woke_behind);
  add("went idle", counted.went_idle);
  add("late events", counted.late);
  add("stopped", counted.stopped);
  add("drained", counted.drained);
  add("failed", counted.thrown);
  add("starved", counted.starved);
  add("preempted", counted.preempted);
  add("timeout before an actor", counted.timeout_before_actor);
  return text;
}

}  // namespace millrace::simulation
