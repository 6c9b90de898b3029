// Aggregate functions: the concept that built-in and user aggregates model.
#pragma once

#include <concepts>
#include <cstdint>
#include <millrace/core/time/event_time.hpp>
#include <string_view>
#include <type_traits>
#include <utility>

namespace millrace {

/// What is known of an element besides its value. `arrival` orders the elements of one key as they came.
struct element_context {
  event_time time;
  std::uint64_t arrival = 0;
};

namespace detail {

template <class Function, class Accumulator, class Value>
concept adds_with_context = requires(const Function function, Accumulator& accumulator, const Value& value,
                                     const element_context& context) {
  function.add(accumulator, value, context);
};

template <class Function, class Accumulator, class Value>
concept adds_plainly = requires(const Function function, Accumulator& accumulator, const Value& value) {
  function.add(accumulator, value);
};

}  // namespace detail

/// Folds values into an accumulator and turns that into a result. `add` may take an `element_context` as a third
/// argument. Law: merging the accumulators of two lists of elements gives the result of the list that holds both, in
/// order of arrival. Called for one key at a time; no call may keep a reference. `name` is used in messages.
template <class Function, class Value>
concept aggregate_function = std::copy_constructible<Function> && requires(const Function function) {
  { function.create() } -> std::movable;
  { function.name() } -> std::convertible_to<std::string_view>;
} &&(detail::adds_plainly<Function, decltype(std::declval<const Function&>().create()), Value> ||
     detail::adds_with_context<Function, decltype(std::declval<const Function&>().create()),
                               Value>)&&requires(const Function function,
                                                 decltype(std::declval<const Function&>().create())& accumulator,
                                                 const decltype(std::declval<const Function&>().create())& other) {
  function.merge(accumulator, other);
  function.result(other);
};

template <class Function>
using accumulator_of = decltype(std::declval<const Function&>().create());

template <class Function>
using aggregate_result_of = std::remove_cvref_t<decltype(std::declval<const Function&>().result(
    std::declval<const accumulator_of<Function>&>()))>;

/// The description of an aggregate that takes the type of its values from the stream, such as `sum(&order::amount)`:
/// `for_values<Value>()` makes the function itself. Every factory that takes a projection gives one.
template <class Description, class Value>
concept aggregate_description = std::copy_constructible<Description> && requires(const Description description) {
  { description.template for_values<Value>() } -> aggregate_function<Value>;
};

/// What a step of a pipeline accepts: a function, or the description of one.
template <class Aggregate, class Value>
concept aggregate_over = aggregate_function<Aggregate, Value> || aggregate_description<Aggregate, Value>;

/// The function over `Value`: made from a description, or `aggregate` itself when it already is a function.
template <class Value, aggregate_over<Value> Aggregate>
[[nodiscard]] constexpr auto aggregate_for(Aggregate aggregate) {
  if constexpr (aggregate_function<Aggregate, Value>) {
    return aggregate;
  } else {
    return aggregate.template for_values<Value>();
  }
}

template <class Value, class Aggregate>
using aggregate_for_t = decltype(aggregate_for<Value>(std::declval<Aggregate>()));

/// Calls `add` in whichever form the function has.
template <class Function, class Accumulator, class Value>
void add_element(const Function& function, Accumulator& accumulator, const Value& value,
                 const element_context& context) {
  if constexpr (detail::adds_with_context<Function, Accumulator, Value>) {
    function.add(accumulator, value, context);
  } else {
    function.add(accumulator, value);
  }
}

}  // namespace millrace
