#include "simulated_run.hpp"

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <caf/send.hpp>
#include <memory>
#include <millrace/actors/engine/graph.hpp>
#include <millrace/actors/engine/member.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <millrace/actors/engine/planted_fault.hpp>
#include <utility>

#include "cast.hpp"
#include "message_log.hpp"
#include "recording_operator.hpp"
#include "seeded_scheduler.hpp"
#include "simulated_plan.hpp"
#include "virtual_clock.hpp"

namespace millrace::simulation {

namespace {

/// Far more than any run needs that comes to an end.
constexpr std::uint64_t most_turns = 200'000;
/// Longer than any timer of a pipeline that makes progress.
constexpr duration stop_limit{86'400'000};

struct test_system {
  struct configuration : caf::actor_system_config {
    configuration() { set("scheduler.policy", caf::atom("testing")); }
  };

  test_system() : system(settings) {}
  test_system(const test_system&) = delete;
  test_system& operator=(const test_system&) = delete;

  [[nodiscard]] caf::scheduler::test_coordinator& scheduler() {
    return dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler());
  }

  configuration settings;
  caf::actor_system system;
};

class simulated_run {
public:
  simulated_run(const scenario& asked, std::optional<engine::restore_point> from, std::shared_ptr<kept_state> kept,
                std::uint64_t crash_at)
      : asked_(asked),
        from_(std::move(from)),
        kept_(std::move(kept)),
        crash_at_(crash_at),
        system_(std::make_unique<test_system>()),
        throwing_(std::make_shared<fuse>(asked.throws, asked.throws_at)) {
    seen_.stages.assign(asked_.before == stage_before::none ? 1 : 2, stage_record(asked_.actors));
    seen_.answers_to_sources.resize(asked_.source_actors);
  }

  result<recording> take() {
    settle();
    auto spawned = spawn();
    if (!spawned) {
      input_.reset();
      wind_up();
      return spawned.error();
    }
    auto graph = std::move(spawned).value();
    if (kept_) {
      seen_.keeps_state = true;
      seen_.shown = kept_->rows.shown;
      seen_.shown_late = kept_->late.shown;
      seen_.all_had_ended = graph.coordinator == nullptr;
    }
    const cast players(scheduler());
    message_log log(players, seen_);
    seeded_scheduler picks(scheduler(), players, asked_.schedule, [&](caf::resumable* job) { log.look_at(job); });
    for (std::uint64_t turn = 0; turn < most_turns && !seen_.all_had_ended; ++turn) {
      ask(graph, turn);
      if (!scheduler().has_job() && epoch_is_open(*graph.counters)) seen_.epoch_stood_still = true;
      if (!picks.turn()) break;
      if (graph.state->outcome() && !scheduler().has_job()) break;
      if (kept_ && (kept_->frozen || (turn + 1 == crash_at_ && !graph.state->outcome()))) {
        die(graph);
        break;
      }
    }
    seen_.outcome = graph.state->outcome();
    const auto& epochs = graph.counters->epochs;
    seen_.counted = {.begun = epochs.begun,
                     .completed = epochs.completed,
                     .cancelled = epochs.cancelled,
                     .committed = epochs.committed,
                     .failed = epochs.failed};
    seen_.seen.slow_store = picks.has_slow_store();
    if (kept_) seen_.failed_commits = kept_->failed_commits;
    seen_.seen.starved = picks.has_starved();
    seen_.seen.preempted = picks.has_preempted();
    seen_.seen.timeout_before_actor = picks.timeout_before_actor();
    seen_.thrown = throwing_->blown();
    seen_.read = input_->events_read;
    input_.reset();
    graph = {};
    std::optional<recording> at_death;
    if (seen_.crashed) at_death = seen_;
    wind_up();
    if (at_death) {
      at_death->jobs_left = seen_.jobs_left;
      at_death->actors_left = seen_.actors_left;
      seen_ = *std::move(at_death);
    }
    // This thread waits for pipelines again.
    engine::on_actor_thread() = false;
    return std::move(seen_);
  }

private:
  caf::scheduler::test_coordinator& scheduler() { return system_->scheduler(); }

  /// The actors of the system itself come first.
  void settle() {
    while (scheduler().has_job()) scheduler().run_once();
    actors_before_ = system_->system.registry().running();
  }

  result<engine::graph> spawn() {
    const auto clock = std::make_shared<virtual_clock>(scheduler().clock());
    input_ = std::make_shared<reading>(reading{.splits = asked_.splits,
                                               .now = clock,
                                               .throwing = throwing_,
                                               .events_read = std::vector<std::size_t>(asked_.splits.size(), 0)});
    const run_options options{.actors = asked_.actors,
                              .source_actors = asked_.source_actors,
                              .key_groups = asked_.key_groups,
                              .round = asked_.round,
                              .batch = asked_.batch,
                              .stop_limit = stop_limit,
                              .processing_clock = clock};
    auto accepted = engine::open(plan_of(asked_, input_, seen_, kept_).value(), options,
                                 kept_ ? std::make_shared<simulated_store>(kept_) : nullptr);
    if (!accepted) return accepted.error();
    auto opened = std::move(accepted).value();
    opened.flow = {.buffers = asked_.buffers, .on_pool = [this](const auto& pool) { seen_.pools.push_back(pool); }};
    opened.epochs = {.guarantee = asked_.guarantee,
                     .timeout = asked_.epoch_timeout,
                     .last = opened.epochs.last,
                     .completed = [this](const epoch_changes& epoch) { seen_.epochs.push_back(epoch); }};
    if (!kept_) opened.restored = std::move(from_);
    for (std::size_t stage = 0; stage < opened.operators.size(); ++stage) {
      for (std::size_t i = 0; i < asked_.actors; ++i) {
        auto& work = opened.operators[stage][i];
        auto recording =
            std::make_unique<recording_operator>(std::move(work), seen_.stages[stage][i], seen_.seen, throwing_);
        if (kept_ && opened.restored && engine::is_planted(engine::planted_fault::timer_not_restored)) {
          recording->forget_timers();
        }
        work = std::move(recording);
      }
    }
    return engine::spawn(system_->system, std::move(opened), engine::placement::simulated);
  }

  /// The store and the world stay as they are. The actors end as after any failure, unseen.
  void die(const engine::graph& graph) {
    seen_.crashed = true;
    kept_->frozen = true;
    caf::anon_send(graph.coordinator, engine::member_failed{0, error{error_code::internal, "the process has died"}});
  }

  void ask(const engine::graph& graph, std::uint64_t turn) {
    if (graph.state->outcome()) return;
    for (auto due = std::count(asked_.epochs_at.begin(), asked_.epochs_at.end(), turn); due > 0; --due) {
      caf::anon_send(graph.coordinator, engine::epoch_atom::value);
    }
    if (turn != asked_.control_at || asked_.control == control_kind::none) return;
    seen_.asked = true;
    if (asked_.control == control_kind::stop) caf::anon_send(graph.coordinator, engine::stop_atom::value);
    if (asked_.control == control_kind::drain) caf::anon_send(graph.coordinator, engine::drain_atom::value);
  }

  [[nodiscard]] static bool epoch_is_open(const engine::pipeline_counters& counters) {
    return counters.epochs.begun > counters.epochs.completed + counters.epochs.cancelled;
  }

  /// What is still to be said is said, then nobody may be left.
  void wind_up() {
    for (std::uint64_t turn = 0; turn < most_turns; ++turn) {
      if (scheduler().has_job()) {
        scheduler().run_once();
      } else if (!scheduler().trigger_timeout()) {
        break;
      }
    }
    seen_.jobs_left = scheduler().jobs.size();
    seen_.actors_left = system_->system.registry().running() - actors_before_;
    // The end of an actor system waits for its actors, and one that is left would never end.
    if (seen_.actors_left > 0) {
      static_cast<void>(system_.release());
    } else {
      system_.reset();
    }
  }

  scenario asked_;
  std::optional<engine::restore_point> from_;
  std::shared_ptr<kept_state> kept_;
  std::uint64_t crash_at_;
  recording seen_;
  std::unique_ptr<test_system> system_;
  std::shared_ptr<fuse> throwing_;
  std::shared_ptr<reading> input_;
  std::size_t actors_before_ = 0;
};

}  // namespace

recording run(const scenario& asked, std::optional<engine::restore_point> from) {
  return simulated_run(asked, std::move(from), nullptr, 0).take().value();
}

result<recording> run_stored(const scenario& asked, const stored_run& how, const std::shared_ptr<kept_state>& kept) {
  auto here = asked;
  here.actors = how.actors;
  here.source_actors = how.source_actors;
  here.epochs_at = how.epochs_at;
  here.schedule.slow_store_percent = how.slow_store_percent;
  kept->frozen = false;
  kept->failed_commits = 0;
  kept->crash_at_commit = how.crash_at_commit;
  kept->failing_commits = how.failing_commits;
  return simulated_run(here, std::nullopt, kept, how.crash_at).take();
}

}  // namespace millrace::simulation
