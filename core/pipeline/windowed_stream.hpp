// A stream cut into windows: ready for the function that makes a result of each.
#pragma once

#include <concepts>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/aggregate/reduce.hpp>
#include <millrace/core/aggregate/several.hpp>
#include <millrace/core/operator/window_context.hpp>
#include <millrace/core/operator/window_function.hpp>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/pipeline/result_functions.hpp>
#include <millrace/core/pipeline/window_settings.hpp>
#include <millrace/core/pipeline/windowed_stage.hpp>
#include <millrace/core/window/assigner.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace millrace {

/// Values by key and window. Functions are copied into every key-group actor and called there for one pane at a time.
template <class Key, class Value, window_assigner Assigner>
class windowed_stream {
public:
  using elements = std::span<const stored_element<Value>>;

  windowed_stream(plan_draft draft, std::optional<Assigner> assigner)
      : draft_(std::move(draft)), assigner_(std::move(assigner)) {}

  /// How long a pane takes late events after its end, >= 0; default 0. `forever`: until the end of the input.
  [[nodiscard]] windowed_stream allowed_lateness(duration lateness) const {
    windowed_stream changed = *this;
    changed.settings_.allowed_lateness = lateness;
    return changed;
  }

  /// How firings become rows; default `output_mode::append`.
  [[nodiscard]] windowed_stream emit(output_mode mode) const {
    windowed_stream changed = *this;
    changed.settings_.mode = mode;
    return changed;
  }

  /// The step of event time at which rounds end, > 0, for windows that lie on no grid. Default: what the assigner says.
  [[nodiscard]] windowed_stream watermark_step(duration step) const requires merging_window_assigner<Assigner> {
    windowed_stream changed = *this;
    changed.settings_.watermark_step = step;
    return changed;
  }

  /// Folds the values of a pane. One function: the row carries its result; several: a `std::tuple` of their results.
  template <aggregate_over<Value>... Aggregates>
    requires(sizeof...(Aggregates) > 0)
  [[nodiscard]] auto aggregate(Aggregates... functions) const {
    return stage_of(aggregate_window(folded(std::move(functions)...)), words_of(folded(functions...)));
  }

  /// Combines the values of a pane two by two: `combine(const Value&, const Value&) -> Value`.
  template <reducing<Value> Combine>
  [[nodiscard]] auto reduce(Combine combine) const {
    return aggregate(millrace::reduce(std::move(combine)));
  }

  /// Keeps all elements of a pane and calls `process(context, elements)` for its result, where `context` is a
  /// `window_context<Key>` and `elements` a span of `stored_element<Value>` in order of arrival.
  template <class Process>
    requires makes_result<Process, window_context<Key>, elements>
  [[nodiscard]] auto process(Process process) const {
    using out = std::remove_cvref_t<std::invoke_result_t<const Process&, const window_context<Key>&, elements>>;
    return stage_of(process_elements<Value, out>(emit_result<Process>{std::move(process)}), "process");
  }

  /// The same with any number of results of type `Out`: `process(context, elements, emit)` calls `emit` with each.
  template <class Out, class Process>
    requires emits_results<Process, window_context<Key>, elements, Out>
  [[nodiscard]] auto process(Process process) const {
    return stage_of(process_elements<Value, Out>(std::move(process)), "process");
  }

  /// Folds the values of a pane with `function` and calls `process(context, result)` for what the row carries.
  template <aggregate_over<Value> Aggregate, class Process>
    requires makes_result<Process, window_context<Key>, aggregate_result_of<aggregate_for_t<Value, Aggregate>>>
  [[nodiscard]] auto aggregate_then(Aggregate function, Process process) const {
    using folded = aggregate_result_of<aggregate_for_t<Value, Aggregate>>;
    using out = std::remove_cvref_t<std::invoke_result_t<const Process&, const window_context<Key>&, folded>>;
    return aggregate_then_emit<out>(std::move(function), emit_result<Process>{std::move(process)});
  }

  /// The same with any number of results of type `Out`: `process(context, result, emit)` calls `emit` with each.
  template <class Out, aggregate_over<Value> Aggregate, class Process>
    requires emits_results<Process, window_context<Key>, aggregate_result_of<aggregate_for_t<Value, Aggregate>>, Out>
  [[nodiscard]] auto aggregate_then(Aggregate function, Process process) const {
    return aggregate_then_emit<Out>(std::move(function), std::move(process));
  }

private:
  template <class Only>
  static auto folded(Only function) {
    return aggregate_for<Value>(std::move(function));
  }
  template <class First, class Second, class... More>
  static auto folded(First first, Second second, More... more) {
    return aggregate_for<Value>(several(std::move(first), std::move(second), std::move(more)...));
  }
  template <class Function>
  static std::string words_of(const Function& function) {
    return std::string(function.name());
  }

  template <class Out, class Aggregate, class Process>
  [[nodiscard]] auto aggregate_then_emit(Aggregate aggregate, Process process) const {
    auto function = folded(std::move(aggregate));
    const std::string words = words_of(function) + " then process";
    return stage_of(process_result<Out>(std::move(function), std::move(process)), words);
  }

  template <class Function>
  [[nodiscard]] auto stage_of(Function function, std::string words) const {
    return windowed_stage<Key, Value, Assigner, Function, step_chain<>>(draft_, assigner_, settings_,
                                                                        std::move(function), std::move(words));
  }

  plan_draft draft_;
  std::optional<Assigner> assigner_;
  window_settings settings_;
};

}  // namespace millrace
