// A plan while it is being written: its nodes and everything that was wrong so far.
#pragma once

#include <millrace/core/error.hpp>
#include <millrace/core/plan/logical_plan.hpp>
#include <string>
#include <vector>

namespace millrace {

/// What the steps of the chain hand on, types erased. Confined to its thread; copies are independent.
struct plan_draft {
  std::vector<source_node> sources;
  stage_node stage;
  std::vector<sink_node> sinks;
  std::vector<error> source_errors;  ///< In order, each with its place.
  std::vector<error> stage_errors;   ///< In order, each with its place once the stage is finished.
  std::vector<error> sink_errors;    ///< In order, each with its place.

  /// Adds a sink behind output `output` of the stage.
  void add_sink(std::size_t output, sink_node sink);

  /// The plan, or the first thing that is wrong with it, from its sources to its sinks.
  /// Errors: any code of the blocks options and plan; the message names the place and what is accepted.
  [[nodiscard]] result<logical_plan> finish(std::string name) const;
};

}  // namespace millrace
