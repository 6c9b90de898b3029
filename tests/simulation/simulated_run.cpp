#include "simulated_run.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <caf/send.hpp>
#include <memory>
#include <millrace/actors/engine/graph.hpp>
#include <millrace/actors/engine/messages.hpp>
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
  explicit simulated_run(const scenario& asked)
      : asked_(asked),
        system_(std::make_unique<test_system>()),
        throwing_(std::make_shared<fuse>(asked.throws, asked.throws_at)) {
    seen_.key_groups.resize(asked_.actors);
    seen_.answers_to_sources.resize(asked_.source_actors);
  }

  recording take() {
    settle();
    auto graph = spawn();
    const cast players(scheduler());
    message_log log(players, seen_);
    seeded_scheduler picks(scheduler(), players, asked_.schedule, [&](caf::resumable* job) { log.look_at(job); });
    for (std::uint64_t turn = 0; turn < most_turns; ++turn) {
      if (turn == asked_.control_at) ask(graph);
      if (!picks.turn()) break;
      if (graph.state->outcome() && !scheduler().has_job()) break;
    }
    seen_.outcome = graph.state->outcome();
    seen_.seen.starved = picks.has_starved();
    seen_.seen.timeout_before_actor = picks.timeout_before_actor();
    seen_.seen.preempted = picks.has_preempted();
    seen_.thrown = throwing_->blown();
    seen_.read = input_->events_read;
    input_.reset();
    graph = {};
    wind_up();
    return std::move(seen_);
  }

private:
  caf::scheduler::test_coordinator& scheduler() { return system_->scheduler(); }

  /// The actors of the system itself come first.
  void settle() {
    while (scheduler().has_job()) scheduler().run_once();
    actors_before_ = system_->system.registry().running();
  }

  engine::graph spawn() {
    const auto clock = std::make_shared<virtual_clock>(scheduler().clock());
    input_ = std::make_shared<reading>(reading{.splits = asked_.splits,
                                               .now = clock,
                                               .throwing = throwing_,
                                               .events_read = std::vector<std::size_t>(asked_.splits.size(), 0)});
    auto opened = engine::open(plan_of(asked_, input_, seen_).value(), {.actors = asked_.actors,
                                                                        .source_actors = asked_.source_actors,
                                                                        .key_groups = asked_.key_groups,
                                                                        .round = asked_.round,
                                                                        .batch = asked_.batch,
                                                                        .stop_limit = stop_limit,
                                                                        .processing_clock = clock})
                      .value();
    opened.flow = {.buffers = asked_.buffers, .on_pool = [this](const auto& pool) { seen_.pools.push_back(pool); }};
    auto& operators = opened.operators.front();
    for (std::size_t i = 0; i < operators.size(); ++i) {
      operators[i] =
          std::make_unique<recording_operator>(std::move(operators[i]), seen_.key_groups[i], seen_.seen, throwing_);
    }
    return engine::spawn(system_->system, std::move(opened), engine::placement::simulated);
  }

  void ask(const engine::graph& graph) {
    if (asked_.control == control_kind::none || graph.state->outcome()) return;
    seen_.asked = true;
    if (asked_.control == control_kind::stop) caf::anon_send(graph.coordinator, engine::stop_atom::value);
    if (asked_.control == control_kind::drain) caf::anon_send(graph.coordinator, engine::drain_atom::value);
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
  recording seen_;
  std::unique_ptr<test_system> system_;
  std::shared_ptr<fuse> throwing_;
  std::shared_ptr<reading> input_;
  std::size_t actors_before_ = 0;
};

}  // namespace

recording run(const scenario& asked) {
  return simulated_run(asked).take();
}

}  // namespace millrace::simulation
