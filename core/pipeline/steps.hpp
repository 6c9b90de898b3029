// Stateless steps, fused: one value in, any number out, in one function call that the compiler sees through.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace millrace {

/// Keeps a value when the predicate says true.
template <class Predicate>
struct filter_step {
  template <class Value>
  using output = Value;

  Predicate keep;

  template <class Value, class Emit>
  void run(Value&& value, Emit&& emit) const {
    if (std::invoke(keep, std::as_const(value))) emit(std::forward<Value>(value));
  }
};

/// Turns a value into another.
template <class Function>
struct map_step {
  template <class Value>
  using output = std::remove_cvref_t<std::invoke_result_t<const Function&, Value&&>>;

  Function change;

  template <class Value, class Emit>
  void run(Value&& value, Emit&& emit) const {
    output<Value> changed(std::invoke(change, std::forward<Value>(value)));
    emit(std::move(changed));
  }
};

/// Turns a value into any number of `Out`: `function(value, emit)` calls `emit` with each.
template <class Out, class Function>
struct flat_map_step {
  template <class>
  using output = Out;

  Function spread;

  template <class Value, class Emit>
  void run(Value&& value, Emit&& emit) const {
    std::invoke(spread, std::as_const(value), [&emit](auto&& element) {
      Out out(std::forward<decltype(element)>(element));
      emit(std::move(out));
    });
  }
};

/// Steps one behind the other. `run(value, emit)` calls `emit` with each value that comes out at the end, as an rvalue.
/// The functions are called as const: one that counts or remembers has to say how it shares that.
template <class... Steps>
class step_chain {
  template <class Value, class... Rest>
  struct output_of {
    using type = Value;
  };
  template <class Value, class First, class... Rest>
  struct output_of<Value, First, Rest...> {
    using type = typename output_of<typename First::template output<Value>, Rest...>::type;
  };

public:
  template <class Value>
  using output = typename output_of<Value, Steps...>::type;

  step_chain() = default;
  explicit step_chain(std::tuple<Steps...> steps) : steps_(std::move(steps)) {}

  template <class Value, class Emit>
  void run(Value&& value, Emit&& emit) const {
    run_from<0>(std::forward<Value>(value), emit);
  }

  /// The chain with one more step at its end.
  template <class Step>
  [[nodiscard]] step_chain<Steps..., Step> with(Step step) const {
    return step_chain<Steps..., Step>(std::tuple_cat(steps_, std::tuple<Step>(std::move(step))));
  }

private:
  template <std::size_t Index, class Value, class Emit>
  void run_from(Value&& value, Emit& emit) const {
    if constexpr (Index == sizeof...(Steps)) {
      emit(std::forward<Value>(value));
    } else {
      std::get<Index>(steps_).run(std::forward<Value>(value),
                                  [&](auto&& next) { run_from<Index + 1>(std::forward<decltype(next)>(next), emit); });
    }
  }

  std::tuple<Steps...> steps_;
};

/// Can stand behind a stream of `Value` as a filter.
template <class Predicate, class Value>
concept filters = std::copy_constructible<Predicate> && std::predicate<const Predicate&, const Value&>;

/// Can stand behind a stream of `Value` as a map.
template <class Function, class Value>
concept maps = std::copy_constructible<Function> && std::invocable<const Function&, Value&&> &&
    !std::is_void_v<std::invoke_result_t<const Function&, Value&&>>;

}  // namespace millrace
