// The scenario of a seed: a random script of the oracle's, dealt out to its splits, in a random setting.
#include <algorithm>

#include "scenario.hpp"
#include "tests/oracle/random_script.hpp"

namespace millrace::simulation {

namespace {

using oracle::dice;
using oracle::step_kind;

/// Whether such a step can come from a reader under this generator.
bool fits(const oracle::step& each, bool manual) {
  if (each.kind == step_kind::end) return false;
  return manual || each.kind == step_kind::event;
}

void deal_out(const oracle::script& steps, dice& random, scenario& into) {
  into.splits.resize(into.asked.splits);
  const bool live = random.percent(60);
  std::size_t number = 0;
  for (const auto& each : steps) {
    if (!fits(each, !into.disorder.has_value())) continue;
    split_step dealt{.what = each};
    if (each.kind == step_kind::event) dealt.what.value = value_of(each.value, number++);
    if (live && random.percent(8)) dealt.stall = duration{random.one_of<std::int64_t>({1, 5, 20, 60})};
    into.splits[each.split].push_back(dealt);
  }
}

void choose_source(dice& random, scenario& into) {
  if (random.percent(60)) into.disorder = duration{random.one_of<std::int64_t>({0, 1, 5, 20, 100})};
  if (random.percent(50)) into.idle_timeout = duration{random.one_of<std::int64_t>({1, 10, 30})};
  switch (random.below(6)) {
    case 0: into.report = report_mode::every_record(); break;
    case 1: into.report = report_mode::periodic(duration{random.one_of<std::int64_t>({5, 40})}); break;
    default: break;
  }
  if (random.percent(5)) into.rate = 500;
}

void choose_graph(dice& random, scenario& into) {
  into.source_actors = random.percent(50) ? 1 : 2;
  into.before = random.one_of<stage_before>(
      {stage_before::none, stage_before::none, stage_before::none, stage_before::windows, stage_before::each_event});
  into.actors = static_cast<std::size_t>(random.between(1, 4));
  into.key_groups = random.one_of<std::size_t>({4, 5, 128});
  into.round = random.one_of<std::size_t>({1, 2, 3, 7, 4096});
  into.batch = random.one_of<std::size_t>({1, 1, 2, 3, 4096});
  into.buffers = random.one_of<std::size_t>({1, 1, 2, 4});
}

void choose_events(dice& random, scenario& into) {
  const auto roll = random.below(100);
  if (roll < 20) into.control = control_kind::stop;
  if (roll >= 20 && roll < 35) into.control = control_kind::drain;
  into.control_at = random.below(random.percent(20) ? 15 : 200);
  if (random.percent(12)) {
    into.throws = random.one_of<throwing_place>(
        {throwing_place::reader, throwing_place::key_function, throwing_place::operator_call, throwing_place::sink});
    into.throws_at = random.below(25);
  }
}

void choose_epochs(dice& random, scenario& into) {
  if (random.percent(40)) return;
  for (auto left = random.between(1, 4); left > 0; --left) into.epochs_at.push_back(random.below(160));
  std::sort(into.epochs_at.begin(), into.epochs_at.end());
  // Behind a second exchange the steps that barriers end would be counted by more than the answers.
  if (into.before == stage_before::none && random.percent(30)) into.guarantee = processing_guarantee::at_least_once;
  into.epoch_timeout = duration{random.one_of<std::int64_t>({1, 10, 60'000, 60'000, 60'000})};
}

void choose_schedule(dice& random, std::uint64_t seed, scenario& into) {
  into.schedule = {.seed = seed,
                   .policy = random.one_of<picking>({picking::any, picking::sticky, picking::priorities}),
                   .timeout_percent = random.one_of<unsigned>({0, 1, 10, 30}),
                   .starve_percent = random.one_of<unsigned>({0, 2, 10}),
                   .preempt_percent = random.one_of<unsigned>({0, 5, 30})};
}

std::vector<std::uint64_t> some_turns(dice& random) {
  std::vector<std::uint64_t> turns;
  for (auto left = random.between(2, 8); left > 0; --left) turns.push_back(1 + random.below(250));
  std::sort(turns.begin(), turns.end());
  return turns;
}

/// Draws from dice of its own, so that the rest of a scenario does not depend on it.
void choose_stored_runs(std::uint64_t seed, scenario& into) {
  dice random(seed ^ 0x73746f7265);
  if (!random.percent(60)) return;
  const bool one_source = random.percent(50);
  for (auto left = random.between(2, 4); left > 0; --left) {
    stored_run one{.actors = static_cast<std::size_t>(random.between(1, 4)),
                   .source_actors = one_source ? 1U : static_cast<std::size_t>(random.between(1, 3)),
                   .epochs_at = some_turns(random)};
    const auto roll = random.below(100);
    if (left > 1 && roll < 60) one.crash_at = 20 + random.below(280);
    if (left > 1 && roll >= 60) one.crash_at_commit = 1 + random.below(4);
    if (left > 1 && random.percent(50)) one.failing_commits = 1 + random.below(3);
    if (random.percent(30)) one.slow_store_percent = random.one_of<unsigned>({30, 80});
    into.stored.push_back(one);
  }
}

}  // namespace

scenario scenario_of(std::uint64_t seed) {
  const oracle::random_case drawn = oracle::case_of(seed);
  dice random(seed ^ 0x73696d756c617465);
  scenario made;
  made.asked = drawn.asked;
  choose_source(random, made);
  choose_graph(random, made);
  choose_events(random, made);
  choose_epochs(random, made);
  choose_schedule(random, seed, made);
  choose_stored_runs(seed, made);
  deal_out(drawn.steps, random, made);
  return made;
}

}  // namespace millrace::simulation
