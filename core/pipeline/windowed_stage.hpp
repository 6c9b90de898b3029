// A windowed stage: its name, its late and side outputs, steps on its rows, its sinks.
#pragma once

#include <functional>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/element/row.hpp>
#include <millrace/core/element/side_output.hpp>
#include <millrace/core/key/no_key.hpp>
#include <millrace/core/operator/side_outputs.hpp>
#include <millrace/core/operator/window_options.hpp>
#include <millrace/core/pipeline/accepted.hpp>
#include <millrace/core/pipeline/exchange_output.hpp>
#include <millrace/core/pipeline/finished_stage.hpp>
#include <millrace/core/pipeline/keys.hpp>
#include <millrace/core/pipeline/operator_choice.hpp>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/pipeline/sink_nodes.hpp>
#include <millrace/core/pipeline/step_output.hpp>
#include <millrace/core/pipeline/steps.hpp>
#include <millrace/core/pipeline/window_settings.hpp>
#include <millrace/core/window/assigner.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace {

template <class Key, class Value>
class keyed_stream;

/// Makes `row<Key, Function::value_type>`, then runs `Steps` on each row, in the key-group actor.
template <class Key, class Value, window_assigner Assigner, class Function, class Steps>
class windowed_stage {
public:
  using result_row = row<Key, typename Function::value_type>;
  using late_row = late_event<Key, Value>;
  using output_row = typename Steps::template output<result_row>;

  windowed_stage(plan_draft draft, std::optional<Assigner> assigner, window_settings settings, Function function,
                 std::string words)
      : draft_(std::move(draft)),
        assigner_(std::move(assigner)),
        settings_(settings),
        function_(std::move(function)),
        words_(std::move(words)) {
    std::vector<output_node>& outputs = draft_.stage().node.outputs;
    outputs.push_back({.name = "rows", .make_batch = {}, .sinks = {}});
    outputs.push_back({.name = "late", .make_batch = batches_of<late_row>(), .sinks = {}});
  }

  windowed_stage(plan_draft draft, std::optional<Assigner> assigner, window_settings settings, Function function,
                 std::string words, std::vector<side_declaration> sides, Steps steps)
      : draft_(std::move(draft)),
        assigner_(std::move(assigner)),
        settings_(settings),
        function_(std::move(function)),
        words_(std::move(words)),
        sides_(std::move(sides)),
        steps_(std::move(steps)) {}

  /// Names the stage: its identity in messages and state, unique in the plan; default "stage", the ones behind it
  /// "stage 2" and so on.
  [[nodiscard]] windowed_stage named(std::string name) const {
    windowed_stage changed = *this;
    changed.draft_.stage().node.name = std::move(name);
    return changed;
  }

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
    stage.node.outputs.push_back({.name = tag.name, .make_batch = batches_of<timed_value<Side>>(), .sinks = {}});
    add_sink<timed_value<Side>>(changed.draft_, stage.node.outputs.size() - 1, std::move(name), std::move(sink));
    return changed;
  }

  /// Turns each row into `change(Row)`; what it gives is what the sinks or the next stage get.
  template <maps<output_row> Change>
  [[nodiscard]] auto map(Change change) const {
    return with_step(map_step<Change>{std::move(change)}, "map");
  }

  /// Keeps the rows for which `keep(const Row&)` says true.
  template <filters<output_row> Predicate>
  [[nodiscard]] auto filter(Predicate keep) const {
    return with_step(filter_step<Predicate>{std::move(keep)}, "filter");
  }

  /// Groups the rows (what the steps made of them) a second time, by `key_of(const Row&)`, for another stage. What goes
  /// on to its windows is `value_of(Row)`, by default all of it; the event time of a row, `row.time`, stays with it.
  /// Key, value and steps are called in the key-group actors of this stage. A stage takes no corrections: `build`
  /// refuses this behind upsert, retract, and append with allowed lateness.
  template <finds_key<output_row> KeyOf, finds_value<output_row> ValueOf = std::identity>
  [[nodiscard]] auto key_by(KeyOf key_of, ValueOf value_of = {}) const {
    return keyed(std::move(key_of), std::move(value_of), "key by");
  }

  /// One group for all rows: windows over everything that the keys of this stage made. See `key_by`.
  template <class Given>
    requires window_assigner<option_type<Given>>
  [[nodiscard]] auto window_all(Given assigner) const {
    const auto same_key = [](const output_row&) { return no_key{}; };
    return keyed(same_key, std::identity{}, "one group").window(std::move(assigner));
  }

  /// Sends the rows to `sink`. More sinks may follow.
  template <accepts_rows<output_row> Given>
  [[nodiscard]] finished_stage<output_row> to(std::string name, Given sink) const {
    return finished().to(std::move(name), std::move(sink));
  }

  /// The plan without a sink for its rows: late events or side outputs alone. See `finished_stage::build`.
  [[nodiscard]] result<logical_plan> build(std::string name) const { return finished().build(std::move(name)); }

private:
  template <class Row>
  static auto batches_of() {
    return [] { return std::make_unique<row_batch<Row>>(); };
  }

  template <class Step>
  [[nodiscard]] auto with_step(const Step& step, const char* words) const {
    auto longer = steps_.with(step);
    return windowed_stage<Key, Value, Assigner, Function, decltype(longer)>(
        draft_, assigner_, settings_, function_, words_ + ", " + words, sides_, std::move(longer));
  }

  [[nodiscard]] finished_stage<output_row> finished() const {
    plan_draft draft = draft_;
    draft.stage().node.outputs[0].make_batch = batches_of<output_row>();
    finish(draft, step_output<Steps, result_row, output_row>(steps_), words_);
    return finished_stage<output_row>(std::move(draft));
  }

  template <class KeyOf, class ValueOf>
  [[nodiscard]] auto keyed(KeyOf key_of, ValueOf value_of, const char* words) const {
    using output = exchange_output<Steps, result_row, KeyOf, ValueOf>;
    plan_draft draft = draft_;
    settings_.check_before_stage(draft.stage().errors);
    finish(draft, output(steps_, std::move(key_of), std::move(value_of)), words_ + ", " + words);
    draft.begin_stage([] { return std::make_unique<typename output::events>(); });
    return keyed_stream<typename output::key_type, typename output::value_type>(std::move(draft));
  }

  /// Finishes the stage in hand, whose operator puts its rows into a copy of `output`.
  template <class Output>
  void finish(plan_draft& draft, const Output& output, const std::string& words) const {
    stage_draft& stage = draft.stage();
    stage.node.operator_name = detail::operator_words<Key, Value, Assigner, Function>(words);
    stage.held_back = settings_.held_back();
    settings_.check(stage.errors);
    for (error& reason : stage.errors) {
      reason = detail::at_place("stage '" + stage.node.name + "'", std::move(reason));
    }
    if (assigner_) add_operator(stage, output);
  }

  template <class Output>
  void add_operator(stage_draft& stage, const Output& output) const {
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

  plan_draft draft_;
  std::optional<Assigner> assigner_;
  window_settings settings_;
  Function function_;
  std::string words_;
  std::vector<side_declaration> sides_;
  Steps steps_;
};

}  // namespace millrace
