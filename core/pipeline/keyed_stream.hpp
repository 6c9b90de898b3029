// A stream with a key: ready for windows, or for a function of each event.
#pragma once

#include <millrace/core/operator/process_each_operator.hpp>
#include <millrace/core/pipeline/accepted.hpp>
#include <millrace/core/pipeline/each_event_stage.hpp>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/pipeline/result_functions.hpp>
#include <millrace/core/pipeline/steps.hpp>
#include <millrace/core/pipeline/windowed_stream.hpp>
#include <millrace/core/window/assigner.hpp>
#include <type_traits>
#include <utility>

namespace millrace {

/// Values of type `Value` by `Key`. Behind it lies the exchange: all that follows runs in key-group actors.
template <class Key, class Value>
class keyed_stream {
public:
  explicit keyed_stream(plan_draft draft) : draft_(std::move(draft)) {}

  /// Puts each value into windows: an assigner (`tumbling`, `sliding`, `session`, or one of your own), or the result of
  /// its factory.
  template <class Given>
    requires window_assigner<option_type<Given>>
  [[nodiscard]] windowed_stream<Key, Value, option_type<Given>> window(Given assigner) const {
    plan_draft draft = draft_;
    auto accepted = detail::accept(std::move(assigner), draft.stage().errors);
    return windowed_stream<Key, Value, option_type<Given>>(std::move(draft), std::move(accepted));
  }

  /// Calls `process(context, value)` with each event as it comes, without a window and without state; `context` is an
  /// `event_context<Key>`. The rows are `keyed_value`s that carry what it gives, with key and time of the event. Late
  /// events are processed like others, and are late for a window behind. Called in key-group actors.
  template <class Process>
    requires makes_result<Process, event_context<Key>, Value>
  [[nodiscard]] auto process_each(Process process) const {
    using out = std::remove_cvref_t<std::invoke_result_t<const Process&, const event_context<Key>&, const Value&>>;
    return each_event<out>(emit_result<Process>{std::move(process)});
  }

  /// The same with any number of results of type `Out`: `process(context, value, emit)` calls `emit` with each.
  template <class Out, class Process>
    requires emits_results<Process, event_context<Key>, Value, Out>
  [[nodiscard]] auto process_each(Process process) const { return each_event<Out>(std::move(process)); }

private:
  template <class Out, class Process>
  [[nodiscard]] auto each_event(Process process) const {
    return each_event_stage<Key, Value, Out, Process, step_chain<>>(draft_, std::move(process));
  }

  plan_draft draft_;
};

}  // namespace millrace
