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

constexpr exchange_id first_exchange = 0;
using restored_changes = std::vector<std::shared_ptr<const operator_changes>>;

/// Spawns the actors of one plan, from the sinks up, and remembers them for the coordinator.
class builder {
public:
  builder(caf::actor_system& system, opened_plan opened, placement where)
      : system_(system), opened_(std::move(opened)), where_(where), keeps_state_(opened_.store != nullptr) {}

  graph build() {
    const auto& options = opened_.options;
    source_actors_ = std::max<std::size_t>(1, std::min(options.source_actors, opened_.splits.size()));
    graph_.state = std::make_shared<run_state>();
    graph_.counters = std::make_shared<pipeline_counters>(source_actors_, opened_.plan.stages.size(), options.actors,
                                                          opened_.writers.size());
    if (opened_.store && opened_.restored && opened_.restored->ended()) return ended_already();
    graph_.counters->epochs.last.store(opened_.epochs.last, std::memory_order_relaxed);
    coordinator::parts watching{.state = graph_.state,
                                .counters = graph_.counters,
                                .stop_limit = options.stop_limit,
                                .epochs = opened_.epochs,
                                .make_store = making_store()};
    graph_.coordinator = where_ == placement::simulated
                             ? system_.spawn<coordinator>(std::move(watching))
                             : system_.spawn<coordinator, caf::detached>(std::move(watching));
    spawn_sinks();
    stages_.resize(opened_.plan.stages.size());
    for (std::size_t stage = stages_.size(); stage-- > 0;) spawn_stage(stage);
    spawn_sources();
    caf::anon_send(graph_.coordinator, std::move(members_));
    return std::move(graph_);
  }

private:
  /// Everything has fired and been committed in an earlier run; sinks have shown what they had not.
  graph ended_already() {
    for (const auto& writer : opened_.writers) writer->finish();
    graph_.counters->epochs.last.store(opened_.epochs.last, std::memory_order_relaxed);
    graph_.state->finish(run_summary{.how = run_end::ended, .counts = graph_.counters->snapshot()});
    return std::move(graph_);
  }

  std::function<caf::actor(const caf::actor&)> making_store() {
    if (!opened_.store) return {};
    return [this_system = &system_, where = where_, store = std::move(opened_.store),
            record = std::move(opened_.record)](const caf::actor& coordinator) mutable {
      store_actor::parts parts{.store = std::move(store), .record = std::move(record), .coordinator = coordinator};
      return where == placement::simulated ? this_system->spawn<store_actor>(std::move(parts))
                                           : this_system->spawn<store_actor, caf::detached>(std::move(parts));
    };
  }

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
                                        .keeps_state = keeps_state_,
                                        .writer = std::move(opened_.writers[index]),
                                        .counters = graph_.counters}));
    }
  }

  /// Spawns the key-group actors of a stage and their watermark actor. The stage behind it is there already.
  void spawn_stage(std::size_t stage) {
    auto& here = stages_[stage];
    for (std::size_t index = 0; index < opened_.options.actors; ++index) {
      here.key_groups.push_back(spawn_key_group(stage, index));
    }
    here.watermarks = add<watermark_actor>(where_ == placement::shared_system, member_kind::watermarks,
                                           "watermarks of stage '" + opened_.plan.stages[stage].name + "'",
                                           {.exchange = static_cast<exchange_id>(stage),
                                            .service = service_of(stage),
                                            .key_groups = here.key_groups,
                                            .inputs = inputs_of(stage),
                                            .guarantee = opened_.epochs.guarantee,
                                            .processing_clock = opened_.options.processing_clock,
                                            .counters = graph_.counters});
  }

  caf::actor spawn_key_group(std::size_t stage, std::size_t index) {
    const auto& node = opened_.plan.stages[stage];
    const auto exchange = static_cast<exchange_id>(stage);
    return add<key_group_actor>(
        false, member_kind::key_group, "stage '" + node.name + "' actor " + std::to_string(index),
        {.exchange = exchange,
         .index = index,
         .inputs = inputs_of(stage),
         .counter = stage * opened_.options.actors + index,
         .work = std::move(opened_.operators[stage][index]),
         .restored = opened_.restored ? opened_.restored->changes_of(exchange, index) : restored_changes{},
         .outputs = outputs_of(node),
         .key_groups = static_cast<std::uint32_t>(opened_.options.key_groups),
         .batch_capacity = opened_.options.batch,
         .flow = opened_.flow,
         .guarantee = opened_.epochs.guarantee,
         .counters = graph_.counters});
  }

  std::vector<key_group_actor::output> outputs_of(const stage_node& stage) {
    std::vector<key_group_actor::output> outputs;
    for (const auto& node : stage.outputs) {
      auto& output = outputs.emplace_back();
      output.make_batch = node.make_batch;
      for (const auto sink : node.sinks) output.sinks.push_back(sinks_[sink]);
      if (!node.next_stage) continue;
      output.receivers = stages_[*node.next_stage].key_groups;
      output.watermarks = stages_[*node.next_stage].watermarks;
      output.exchange = static_cast<exchange_id>(*node.next_stage);
    }
    return outputs;
  }

  [[nodiscard]] std::size_t inputs_of(std::size_t stage) const {
    return stage == 0 ? source_actors_ : opened_.options.actors;
  }

  [[nodiscard]] std::variant<watermark_service, relayed_watermarks> service_of(std::size_t stage) const {
    const auto exchange = static_cast<exchange_id>(stage);
    if (stage > 0) return relayed_watermarks{exchange, inputs_of(stage)};
    if (opened_.restored && opened_.restored->combined()) {
      return watermark_service{exchange, *opened_.restored->combined()};
    }
    return watermark_service{exchange, opened_.splits.size(), all_idle()};
  }

  void spawn_sources() {
    const auto& stage = opened_.plan.stages.front();
    source_driver::options driver{.exchange = first_exchange,
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
                         .key_groups = stages_.front().key_groups,
                         .watermarks = stages_.front().watermarks,
                         .make_batch = stage.make_input_batch,
                         .batch_capacity = opened_.options.batch,
                         .flow = opened_.flow,
                         .keeps_state = keeps_state_,
                         .resumed = opened_.restored ? opened_.restored->position_of(driver.input) : std::nullopt,
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
  bool keeps_state_;
  std::size_t source_actors_ = 1;
  graph graph_;
  member_list members_;
  std::vector<caf::actor> sinks_;
  struct spawned_stage {
    std::vector<caf::actor> key_groups;
    caf::actor watermarks;
  };
  std::vector<spawned_stage> stages_;
};

}  // namespace

graph spawn(caf::actor_system& system, opened_plan opened, placement where) {
  return builder{system, std::move(opened), where}.build();
}

}  // namespace millrace::engine
