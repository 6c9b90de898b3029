#include "actors_run.hpp"

#include <chrono>
#include <millrace/core/key/key_hash.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <variant>

namespace conformance {
namespace {

constexpr std::size_t key_group_actors = 2;
constexpr std::size_t key_groups = 128;

millrace::run_options options_with(std::shared_ptr<const millrace::clock> clock) {
  millrace::run_options options;
  options.actors = key_group_actors;
  options.source_actors = 1;
  options.key_groups = key_groups;
  options.poll_interval = millrace::duration{1};
  options.processing_clock = std::move(clock);
  return options;
}

std::size_t actor_of(const std::string& key) {
  const auto group = millrace::key_group_of(millrace::key_hash(key), key_groups);
  return millrace::owner_of(group, key_groups, key_group_actors);
}

/// Waits until `reached()` or the end of patience. Returns whether it was reached.
template <class Reached>
bool wait_until(Reached reached) {
  constexpr auto patience = std::chrono::seconds(20);
  const auto given_up = std::chrono::steady_clock::now() + patience;
  while (!reached()) {
    if (std::chrono::steady_clock::now() > given_up) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return true;
}

}  // namespace

actors_run::actors_run(const test_case& wanted, plan_shape shape)
    : wanted_(wanted),
      clock_(std::make_shared<millrace::manual_clock>()),
      script_(std::make_shared<script>(wanted.steps)),
      recorder_(std::make_shared<recorder>()),
      graph_(millrace::start(plan_of(wanted, shape, script_, recorder_).value(), options_with(clock_)).value()) {}

observation actors_run::run() {
  for (std::size_t step = 0; step < wanted_.steps.size() && !all_ended(); ++step) {
    recorder_->begin(step);
    publish(step);
    if (!all_ended()) wait_for_rest(step);
  }
  if (all_ended()) return with_counts(graph_.wait().value().counts);
  const auto counts = graph_.progress();
  static_cast<void>(graph_.stop().value());
  return with_counts(counts);
}

void actors_run::publish(std::size_t step) {
  if (const auto* clock = std::get_if<clock_step>(&wanted_.steps[step])) {
    clock_->set(millrace::event_time{clock->to_ms});
    script_->consumed.store(step + 1);  // no reader takes it: the sources see the clock when they poll
  }
  if (std::holds_alternative<end_step>(wanted_.steps[step])) ++ended_;
  script_->published.store(step + 1);
}

/// At rest: the step was read; after that all inputs were found dry more often than a pass under way can account for;
/// and every round that was reported is answered and closed by every sink.
void actors_run::wait_for_rest(std::size_t step) {
  constexpr std::uint64_t dry_passes = 3;
  const bool read = wait_until([&] { return script_->consumed.load() > step; });
  const auto polls_when_read = graph_.progress().source_polls;
  const bool rested = read && wait_until([&] {
                        const auto counts = graph_.progress();
                        return counts.source_polls >= polls_when_read + dry_passes &&
                               counts.rounds_reported == counts.rounds_answered &&
                               counts.rounds_answered == counts.steps_closed;
                      });
  if (rested) return;
  const auto ended = graph_.stop();
  throw std::runtime_error("the graph did not come to rest after step " + std::to_string(step) +
                           (ended.has_error() ? ": " + ended.error().message : ""));
}

bool actors_run::all_ended() const {
  return ended_ == wanted_.pipeline.sources;
}

observation actors_run::with_counts(const millrace::run_progress& counts) const {
  auto seen = recorder_->seen();
  take_counts(seen, wanted_.pipeline, counts.dropped_late, counts.partly_late, counts.open_panes);
  for (const auto& row : seen.outputs) seen.owners.try_emplace(row.key, actor_of(row.key));
  return seen;
}

}  // namespace conformance
