// A plan while it is being written: its nodes and everything that was wrong so far.
#pragma once

#include <functional>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/time/event_time.hpp>
#include <string>
#include <vector>

namespace millrace {

/// A keyed stage while it is being written.
struct stage_draft {
  stage_node node;
  std::vector<error> errors;  ///< In order, each with its place once the stage is finished.
  duration held_back{0};      ///< What it forwards is this much behind its own watermark; `forever`: until the end.
};

/// What the steps of the chain hand on, types erased. Confined to its thread; copies are independent.
struct plan_draft {
  std::vector<source_node> sources;
  std::vector<stage_draft> stages;  ///< The last one is in hand, the others lead their rows to the one behind.
  std::vector<sink_node> sinks;
  std::vector<error> source_errors;  ///< In order, each with its place.
  std::vector<error> sink_errors;    ///< In order, each with its place.

  /// The stage in hand. Requires that one was begun.
  [[nodiscard]] stage_draft& stage() { return stages.back(); }

  /// Begins a stage behind the sources, or behind the rows of the stage in hand. It is named "stage", the next ones
  /// "stage 2" and so on, until it gets a name.
  void begin_stage(std::function<std::unique_ptr<batch>()> make_input_batch);

  /// Adds a sink behind output `output` of the stage in hand.
  void add_sink(std::size_t output, sink_node sink);

  /// The plan, or the first thing that is wrong with it, from its sources to its sinks.
  /// Errors: any code of the blocks options and plan; the message names the place and what is accepted.
  [[nodiscard]] result<logical_plan> finish(std::string name) const;
};

}  // namespace millrace
