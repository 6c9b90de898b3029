#include <algorithm>
#include <caf/send.hpp>
#include <millrace/actors/engine/coordinator.hpp>
#include <millrace/actors/engine/graph.hpp>
#include <millrace/actors/engine/key_group_actor.hpp>
#include <millrace/actors/engine/sink_actor.hpp>
#include <millrace/actors/engine/source_actor.hpp>
#include <millrace/actors/engine/watermark_actor.hpp>
#include <string>
#include <utility>

namespace millrace::engine {

namespace {

constexpr exchange_id only_exchange = 0;

/// Spawns the actors of one plan, from the sinks up, and remembers them for the coordinator.
class builder {
public:
  builder(caf::actor_system& system, opened_plan opened, placement where)
      : system_(system), opened_(std::move(opened)), where_(where) {}

  graph build() {
    const auto& options = opened_.options;
    source_actors_ = std::max<std::size_t>(1, std::min(options.source_actors, opened_.splits.size()));
    graph_.state = std::make_shared<run_state>();
    graph_.counters = std::make_shared<pipeline_counters>(source_actors_, options.actors, opened_.writers.size());
    coordinator::parts watching{.state = graph_.state, .counters = graph_.counters, .stop_limit = options.stop_limit};
    graph_.coordinator = where_ == placement::simulated
                             ? system_.spawn<coordinator>(std::move(watching))
                             : system_.spawn<coordinator, caf::detached>(std::move(watching));
    spawn_sinks();
    spawn_key_groups();
    spawn_watermarks();
    spawn_sources();
    caf::anon_send(graph_.coordinator, std::move(members_));
    return std::move(graph_);
  }

private:
  member::identity next(std::string name) {
    return {.number = members_.entries.size(), .name = std::move(name), .coordinator = graph_.coordinator};
  }

  template <class Actor>
  caf::actor add(bool detached, member_kind kind, const std::string& name, typename Actor::parts parts) {
    auto actor = detached && where_ != placement::simulated
                     ? system_.spawn<Actor, caf::detached>(next(name), std::move(parts))
                     : system_.spawn<Actor>(next(name), std::move(parts));
    members_.entries.push_back({.actor = actor, .kind = kind, .name = name});
    return actor;
  }

  void spawn_sinks() {
    for (std::size_t index = 0; index < opened_.writers.size(); ++index) {
      const auto& node = opened_.plan.sinks[index];
      sinks_.push_back(add<sink_actor>(node.blocking, member_kind::sink, "sink '" + node.name + "'",
                                       {.index = index,
                                        .inputs = opened_.options.actors,
                                        .blocking = node.blocking,
                                        .writer = std::move(opened_.writers[index]),
                                        .counters = graph_.counters}));
    }
  }

  void spawn_key_groups() {
    const auto& stage = opened_.plan.stages.front();
    for (std::size_t index = 0; index < opened_.options.actors; ++index) {
      std::vector<key_group_actor::output> outputs;
      for (const auto& node : stage.outputs) {
        auto& output = outputs.emplace_back(key_group_actor::output{.make_batch = node.make_batch, .sinks = {}});
        for (const auto sink : node.sinks) output.sinks.push_back(sinks_[sink]);
      }
      key_groups_.push_back(add<key_group_actor>(false, member_kind::key_group,
                                                 "stage '" + stage.name + "' actor " + std::to_string(index),
                                                 {.index = index,
                                                  .inputs = source_actors_,
                                                  .work = std::move(opened_.operators[index]),
                                                  .outputs = std::move(outputs),
                                                  .batch_capacity = opened_.options.batch,
                                                  .counters = graph_.counters}));
    }
  }

  void spawn_watermarks() {
    watermarks_ = add<watermark_actor>(where_ == placement::shared_system, member_kind::watermarks,
                                       "watermarks of stage '" + opened_.plan.stages.front().name + "'",
                                       {.service = watermark_service{only_exchange, opened_.splits.size(), all_idle()},
                                        .key_groups = key_groups_,
                                        .inputs = source_actors_,
                                        .processing_clock = opened_.options.processing_clock,
                                        .counters = graph_.counters});
  }

  void spawn_sources() {
    const auto& stage = opened_.plan.stages.front();
    source_driver::options driver{.exchange = only_exchange,
                                  .round = opened_.options.round,
                                  .grid = stage.grid,
                                  .all_idle = all_idle(),
                                  .poll_interval = opened_.options.poll_interval,
                                  .sources = {}};
    for (const auto& source : opened_.plan.sources) {
      driver.sources.push_back({.reads_events = source.reads_events,
                                .idle_timeout = source.idle_timeout,
                                .report = source.report,
                                .rate = source.rate});
    }
    std::vector<std::vector<driven_split>> hosted(source_actors_);
    std::vector<bool> blocking(source_actors_, false);
    for (std::size_t split = 0; split < opened_.splits.size(); ++split) {
      auto& opened = opened_.splits[split];
      hosted[split % source_actors_].push_back(
          {.id = static_cast<split_id>(split), .source = opened.source, .program = std::move(opened.program)});
      if (opened_.plan.sources[opened.source].blocking) blocking[split % source_actors_] = true;
    }
    for (std::size_t index = 0; index < source_actors_; ++index) {
      driver.input = static_cast<input_id>(index);
      add<source_actor>(blocking[index], member_kind::source, source_name(index),
                        {.driver = driver,
                         .splits = std::move(hosted[index]),
                         .key_groups = key_groups_,
                         .watermarks = watermarks_,
                         .make_batch = stage.make_input_batch,
                         .batch_capacity = opened_.options.batch,
                         .processing_clock = opened_.options.processing_clock,
                         .counters = graph_.counters});
    }
  }

  [[nodiscard]] all_idle_policy all_idle() const { return opened_.plan.sources.front().all_idle; }

  [[nodiscard]] std::string source_name(std::size_t index) const {
    std::string names;
    for (const auto& source : opened_.plan.sources) names += (names.empty() ? "" : ", ") + source.name;
    return "source '" + names + "' actor " + std::to_string(index);
  }

  caf::actor_system& system_;
  opened_plan opened_;
  placement where_;
  std::size_t source_actors_ = 1;
  graph graph_;
  member_list members_;
  std::vector<caf::actor> sinks_;
  std::vector<caf::actor> key_groups_;
  caf::actor watermarks_;
};

}  // namespace

graph spawn(caf::actor_system& system, opened_plan opened, placement where) {
  return builder{system, std::move(opened), where}.build();
}

}  // namespace millrace::engine
