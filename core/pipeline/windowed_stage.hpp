// A windowed stage: its late and side outputs, and what makes its operator.
#pragma once

#include <memory>
#include <millrace/core/element/row.hpp>
#include <millrace/core/element/side_output.hpp>
#include <millrace/core/operator/side_outputs.hpp>
#include <millrace/core/operator/window_options.hpp>
#include <millrace/core/pipeline/operator_choice.hpp>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/pipeline/sink_nodes.hpp>
#include <millrace/core/pipeline/stage_rows.hpp>
#include <millrace/core/pipeline/window_settings.hpp>
#include <millrace/core/window/assigner.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace {

/// Makes `row<Key, Function::value_type>`, then runs `Steps` on each row, in the key-group actor.
template <class Key, class Value, window_assigner Assigner, class Function, class Steps>
class windowed_stage : public stage_rows<windowed_stage<Key, Value, Assigner, Function, Steps>,
                                         row<Key, typename Function::value_type>, Steps> {
  using base = stage_rows<windowed_stage, row<Key, typename Function::value_type>, Steps>;
  friend base;

public:
  using late_row = late_event<Key, Value>;

  windowed_stage(plan_draft draft, std::optional<Assigner> assigner, window_settings settings, Function function,
                 std::string words)
      : base(std::move(draft), std::move(words), Steps{}),
        assigner_(std::move(assigner)),
        settings_(settings),
        function_(std::move(function)) {
    std::vector<output_node>& outputs = this->draft_.stage().node.outputs;
    outputs.push_back({.name = "rows", .make_batch = {}, .sinks = {}});
    outputs.push_back({.name = "late", .make_batch = base::template batches_of<late_row>(), .sinks = {}});
  }

  windowed_stage(plan_draft draft, std::optional<Assigner> assigner, window_settings settings, Function function,
                 std::string words, std::vector<side_declaration> sides, Steps steps)
      : base(std::move(draft), std::move(words), std::move(steps)),
        assigner_(std::move(assigner)),
        settings_(settings),
        function_(std::move(function)),
        sides_(std::move(sides)) {}

  /// Sends events that missed a window to `sink`, as `late_event<Key, Value>`. Several sinks may be added.
  template <accepts_rows<late_row> Given>
  [[nodiscard]] windowed_stage late_to(std::string name, Given sink) const {
    windowed_stage changed = *this;
    add_sink<late_row>(changed.draft_, 1, std::move(name), std::move(sink));
    return changed;
  }

  /// Declares a side output and sends what the function gives to `context.side(tag, ...)` to `sink`, as
  /// `timed_value<Side>`. Each tag once.
  template <class Side, accepts_rows<timed_value<Side>> Given>
  [[nodiscard]] windowed_stage side_to(const side_output<Side>& tag, std::string name, Given sink) const {
    windowed_stage changed = *this;
    stage_draft& stage = changed.draft_.stage();
    if (tag.name.empty()) {
      stage.errors.push_back({error_code::option_missing, "the tag of a side output has an empty name"});
    }
    changed.sides_.push_back(declare(tag));
    stage.node.outputs.push_back(
        {.name = tag.name, .make_batch = base::template batches_of<timed_value<Side>>(), .sinks = {}});
    add_sink<timed_value<Side>>(changed.draft_, stage.node.outputs.size() - 1, std::move(name), std::move(sink));
    return changed;
  }

private:
  template <class Longer>
  [[nodiscard]] auto with_steps(Longer longer, std::string words) const {
    return windowed_stage<Key, Value, Assigner, Function, Longer>(this->draft_, assigner_, settings_, function_,
                                                                  std::move(words), sides_, std::move(longer));
  }

  void check(std::vector<error>& errors) const { settings_.check(errors); }
  void check_before_stage(std::vector<error>& errors) const { settings_.check_before_stage(errors); }

  template <class Output>
  void complete(stage_draft& stage, const Output& output, const std::string& words) const {
    stage.node.operator_name = detail::operator_words<Key, Value, Assigner, Function>(words);
    stage.held_back = settings_.held_back();
    if (!assigner_) return;
    window_options<Assigner, Function> chosen{.stage = stage.node.name,
                                              .windows = *assigner_,
                                              .function = function_,
                                              .allowed_lateness = settings_.allowed_lateness,
                                              .mode = settings_.mode,
                                              .sides = sides_};
    if (auto wrong = check_window_options(chosen)) stage.errors.push_back(*std::move(wrong));
    if (!stage.errors.empty()) return;
    stage.node.window = assigner_->describe() + ", " + settings_.describe();
    add_grid(stage.node.grid);
    stage.node.make_operator = [chosen = std::move(chosen), output]() -> std::unique_ptr<keyed_operator> {
      return detail::make_stage_operator<Key, Value>(chosen, output);
    };
  }

  void add_grid(round_grid& grid) const {
    if constexpr (aligned_window_assigner<Assigner>) {
      assigner_->add_grid(grid, settings_.allowed_lateness);
    } else {
      grid.add(settings_.watermark_step.value_or(assigner_->watermark_step()), duration{0});
    }
  }

  std::optional<Assigner> assigner_;
  window_settings settings_;
  Function function_;
  std::vector<side_declaration> sides_;
};

}  // namespace millrace
