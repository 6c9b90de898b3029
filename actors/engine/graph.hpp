// Turns a logical plan into actors.
#pragma once

#include <caf/actor.hpp>
#include <caf/actor_system.hpp>
#include <memory>
#include <millrace/actors/engine/coordinator.hpp>
#include <millrace/actors/engine/counters.hpp>
#include <millrace/actors/engine/epoch_record.hpp>
#include <millrace/actors/engine/flow_settings.hpp>
#include <millrace/actors/engine/restore_point.hpp>
#include <millrace/actors/engine/run_state.hpp>
#include <millrace/actors/run.hpp>
#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/storage/epoch_store.hpp>
#include <optional>
#include <string>
#include <vector>

namespace millrace::engine {

/// A plan whose options are checked and whose sources and sinks are open: all that can be refused has been.
struct opened_plan {
  logical_plan plan;
  run_options options;  // with `actors` and the clock filled in
  struct opened_split {
    std::size_t source;
    std::unique_ptr<split_program> program;
  };
  std::vector<opened_split> splits;
  std::vector<std::vector<std::unique_ptr<keyed_operator>>> operators;  // by stage, one for each key-group actor
  std::vector<std::unique_ptr<sink_writer>> writers;
  epoch_settings epochs{};
  flow_settings flow{};
  std::optional<restore_point> restored{};
  std::shared_ptr<epoch_store> store{};  // where state is kept
  epoch_record record{};                 // with a store: of its last epoch
  std::vector<std::string> warnings{};   // what works worse than it could
};

/// Checks the options against the machine and the plan, then opens every source, then every sink. Where state is kept,
/// the run is begun or set back to the last epoch; in `store`, or, when that is empty, in the directory of the options.
result<opened_plan> open(logical_plan plan, run_options options, std::shared_ptr<epoch_store> store = nullptr);

/// The running graph as its owner holds it.
struct graph {
  caf::actor coordinator;
  std::shared_ptr<run_state> state;
  std::shared_ptr<pipeline_counters> counters;
};

/// Which actors have threads of their own.
enum class placement : unsigned char {
  own_system,     ///< The coordinator and what may block.
  shared_system,  ///< These and the watermark actors: others use the system too.
  simulated,      ///< None: a test's scheduler runs every actor.
};

/// Spawns every actor; sources begin at once.
graph spawn(caf::actor_system& system, opened_plan opened, placement where);

}  // namespace millrace::engine
