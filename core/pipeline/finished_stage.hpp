// The end of the chain: sinks for the rows of a stage, and the plan.
#pragma once

#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/pipeline/sink_nodes.hpp>
#include <string>
#include <utility>

namespace millrace {

/// A stage that sends `Row`s to at least one sink.
template <class Row>
class finished_stage {
public:
  explicit finished_stage(plan_draft draft) : draft_(std::move(draft)) {}

  /// Sends the rows to one more sink.
  template <accepts_rows<Row> Given>
  [[nodiscard]] finished_stage to(std::string name, Given sink) const {
    finished_stage changed = *this;
    add_sink<Row>(changed.draft_, 0, std::move(name), std::move(sink));
    return changed;
  }

  /// The checked plan. Errors: the first thing that is wrong, from the sources to the sinks, with its place and what is
  /// accepted; nothing has been opened or started.
  [[nodiscard]] result<logical_plan> build(std::string name) const { return draft_.finish(std::move(name)); }

private:
  plan_draft draft_;
};

}  // namespace millrace
