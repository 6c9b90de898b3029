// A keyed stage without a window: a function is called with each event.
#pragma once

#include <memory>
#include <millrace/core/element/keyed_value.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/operator/process_each_operator.hpp>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/pipeline/stage_rows.hpp>
#include <string>
#include <utility>
#include <vector>

namespace millrace {

/// Makes `keyed_value<Key, Out>` of what `Process` emits, then runs `Steps` on each, in the key-group actor.
template <class Key, class Value, class Out, class Process, class Steps>
class each_event_stage
    : public stage_rows<each_event_stage<Key, Value, Out, Process, Steps>, keyed_value<Key, Out>, Steps> {
  using base = stage_rows<each_event_stage, keyed_value<Key, Out>, Steps>;
  friend base;

public:
  each_event_stage(plan_draft draft, Process process)
      : base(std::move(draft), "process each", Steps{}), process_(std::move(process)) {
    this->draft_.stage().node.outputs.push_back({.name = "rows", .make_batch = {}, .sinks = {}});
  }
  each_event_stage(plan_draft draft, Process process, std::string words, Steps steps)
      : base(std::move(draft), std::move(words), std::move(steps)), process_(std::move(process)) {}

private:
  template <class Longer>
  [[nodiscard]] auto with_steps(Longer longer, std::string words) const {
    return each_event_stage<Key, Value, Out, Process, Longer>(this->draft_, process_, std::move(words),
                                                              std::move(longer));
  }

  /// There are no options, and nothing that goes out is corrected later.
  void check(std::vector<error>& /*errors*/) const {}
  void check_before_stage(std::vector<error>& /*errors*/) const {}

  template <class Output>
  void complete(stage_draft& stage, const Output& output, const std::string& words) const {
    stage.node.window = "each event by itself";
    stage.node.operator_name = "process each operator (" + words + "): no window, no state";
    stage.node.make_operator = [name = stage.node.name, process = process_,
                                output]() -> std::unique_ptr<keyed_operator> {
      return std::make_unique<process_each_operator<Key, Value, Out, Process, Output>>(name, process, output);
    };
  }

  Process process_;
};

}  // namespace millrace
