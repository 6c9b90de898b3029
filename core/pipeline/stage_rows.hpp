// What may stand behind the function of any keyed stage: a name, steps on what it makes, a second key, sinks.
#pragma once

#include <functional>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/key/no_key.hpp>
#include <millrace/core/pipeline/accepted.hpp>
#include <millrace/core/pipeline/exchange_output.hpp>
#include <millrace/core/pipeline/finished_stage.hpp>
#include <millrace/core/pipeline/keys.hpp>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/pipeline/sink_nodes.hpp>
#include <millrace/core/pipeline/step_output.hpp>
#include <millrace/core/pipeline/steps.hpp>
#include <millrace/core/window/assigner.hpp>
#include <string>
#include <utility>

namespace millrace {

template <class Key, class Value>
class keyed_stream;

/// The common part of `windowed_stage` and `each_event_stage`: `Stage` makes `RowIn`s, then runs `Steps` on each, in
/// the key-group actor. `Stage` derives from this and has, for this alone:
/// * `with_steps(longer, words)`: itself with other steps;
/// * `check(errors)` and `check_before_stage(errors)`: add what is wrong with its options, and an error when its rows
///   may not go on to another stage;
/// * `complete(stage, output, words)`: the operator, which puts its rows into a copy of `output`, and what goes with
/// it.
template <class Stage, class RowIn, class Steps>
class stage_rows {
public:
  using result_row = RowIn;
  using output_row = typename Steps::template output<RowIn>;

  /// Names the stage: its identity in messages and state, unique in the plan; default "stage", the ones behind it
  /// "stage 2" and so on.
  [[nodiscard]] Stage named(std::string name) const {
    Stage changed = self();
    changed.draft_.stage().node.name = std::move(name);
    return changed;
  }

  /// Turns each row into `change(Row)`; what it gives is what the sinks or the next stage get.
  template <maps<output_row> Change>
  [[nodiscard]] auto map(Change change) const {
    return self().with_steps(steps_.with(map_step<Change>{std::move(change)}), words_ + ", map");
  }

  /// Keeps the rows for which `keep(const Row&)` says true.
  template <filters<output_row> Predicate>
  [[nodiscard]] auto filter(Predicate keep) const {
    return self().with_steps(steps_.with(filter_step<Predicate>{std::move(keep)}), words_ + ", filter");
  }

  /// Groups the rows (what the steps made of them) a second time, by `key_of(const Row&)`, for another stage. What goes
  /// on to it is `value_of(Row)`, by default all of it; the event time of a row, `row.time`, stays with it. Key, value
  /// and steps are called in the key-group actors of this stage. A stage takes no corrections: `build` refuses this
  /// behind windows with upsert, retract, or append with allowed lateness.
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

  /// The plan without a sink for the rows of this stage. See `finished_stage::build`.
  [[nodiscard]] result<logical_plan> build(std::string name) const { return finished().build(std::move(name)); }

protected:
  stage_rows(plan_draft draft, std::string words, Steps steps)
      : draft_(std::move(draft)), words_(std::move(words)), steps_(std::move(steps)) {}

  template <class Row>
  static auto batches_of() {
    return [] { return std::make_unique<row_batch<Row>>(); };
  }

  plan_draft draft_;
  std::string words_;  // what the stage does, for `explain`
  Steps steps_;

private:
  [[nodiscard]] const Stage& self() const { return static_cast<const Stage&>(*this); }

  [[nodiscard]] finished_stage<output_row> finished() const {
    plan_draft draft = draft_;
    draft.stage().node.outputs[0].make_batch = batches_of<output_row>();
    finish(draft.stage(), step_output<Steps, result_row, output_row>(steps_), words_);
    return finished_stage<output_row>(std::move(draft));
  }

  template <class KeyOf, class ValueOf>
  [[nodiscard]] auto keyed(KeyOf key_of, ValueOf value_of, const char* words) const {
    using output = exchange_output<Steps, result_row, KeyOf, ValueOf>;
    plan_draft draft = draft_;
    self().check_before_stage(draft.stage().errors);
    finish(draft.stage(), output(steps_, std::move(key_of), std::move(value_of)), words_ + ", " + words);
    draft.begin_stage([] { return std::make_unique<typename output::events>(); });
    return keyed_stream<typename output::key_type, typename output::value_type>(std::move(draft));
  }

  template <class Output>
  void finish(stage_draft& stage, const Output& output, const std::string& words) const {
    self().check(stage.errors);
    for (error& reason : stage.errors) {
      reason = detail::at_place("stage '" + stage.node.name + "'", std::move(reason));
    }
    self().complete(stage, output, words);
  }
};

}  // namespace millrace
