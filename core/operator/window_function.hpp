// Window functions: what a pane holds, and what a firing makes of it (rule 22).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/operator/window_context.hpp>
#include <millrace/core/time/event_time.hpp>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace millrace {

namespace detail {

/// Stands for whatever takes the values of a firing.
template <class Value>
struct any_emit {
  void operator()(Value) const {}
};

}  // namespace detail

/// `contents` is what a pane holds and `value_type` what a firing emits, 0 to n times. `merge` keeps the order of
/// arrival. Called for one pane at a time; no call may keep a reference.
template <class Function, class Key, class Value>
concept window_function = std::copy_constructible<Function> && std::movable<typename Function::contents> &&
    requires(const Function function, typename Function::contents& contents, typename Function::contents& other,
             const Value& value, const element_context& element, const window_context<Key>& context,
             detail::any_emit<typename Function::value_type> emit) {
  { function.create() } -> std::same_as<typename Function::contents>;
  function.add(contents, value, element);
  function.merge(contents, std::move(other));
  function.fire(std::as_const(contents), context, emit);
};

/// A window function that merges contents without taking them apart, so that windows can share slices.
template <class Function, class Key, class Value>
concept mergeable_window_function = window_function<Function, Key, Value> &&
    requires(const Function function, typename Function::contents& into, const typename Function::contents& from) {
  function.merge(into, from);
};

/// Holds an accumulator; a firing emits its result.
template <class Function>
class aggregate_window {
public:
  using contents = accumulator_of<Function>;
  using value_type = aggregate_result_of<Function>;

  explicit aggregate_window(Function function) : function_(std::move(function)) {}

  [[nodiscard]] contents create() const { return function_.create(); }
  template <class Value>
    requires aggregate_function<Function, Value>
  void add(contents& into, const Value& value, const element_context& element) const {
    add_element(function_, into, value, element);
  }
  void merge(contents& into, const contents& from) const { function_.merge(into, from); }
  template <class Key, class Emit>
  void fire(const contents& held, const window_context<Key>&, Emit&& emit) const {
    emit(function_.result(held));
  }

private:
  Function function_;
};

/// An element that a pane keeps.
template <class Value>
struct stored_element {
  Value value;
  event_time time;
  std::uint64_t arrival = 0;  ///< Rises from element to element of one operator.
};

/// Holds every element; a firing calls `process(context, elements, emit)` with a `std::span<const
/// stored_element<Value>>` in order of arrival. `emit` takes an `Out`, any number of times.
template <class Value, class Out, class Process>
class process_window {
public:
  using contents = std::vector<stored_element<Value>>;
  using value_type = Out;

  explicit process_window(Process process) : process_(std::move(process)) {}

  [[nodiscard]] contents create() const { return {}; }
  void add(contents& into, const Value& value, const element_context& element) const {
    into.push_back({value, element.time, element.arrival});
  }
  void merge(contents& into, contents&& from) const {
    const auto middle = static_cast<std::ptrdiff_t>(into.size());
    into.insert(into.end(), std::move_iterator(from.begin()), std::move_iterator(from.end()));
    std::inplace_merge(into.begin(), into.begin() + middle, into.end(),
                       [](const auto& left, const auto& right) { return left.arrival < right.arrival; });
  }
  template <class Key, class Emit>
  void fire(const contents& held, const window_context<Key>& context, Emit&& emit) const {
    process_(context, std::span<const stored_element<Value>>(held), emit);
  }

private:
  Process process_;
};

/// Holds an accumulator; a firing calls `process(context, result, emit)` with its result. `emit` takes an `Out`, any
/// number of times.
template <class Function, class Out, class Process>
class aggregate_then_process {
public:
  using contents = accumulator_of<Function>;
  using value_type = Out;

  aggregate_then_process(Function function, Process process)
      : function_(std::move(function)), process_(std::move(process)) {}

  [[nodiscard]] contents create() const { return function_.create(); }
  template <class Value>
    requires aggregate_function<Function, Value>
  void add(contents& into, const Value& value, const element_context& element) const {
    add_element(function_, into, value, element);
  }
  void merge(contents& into, const contents& from) const { function_.merge(into, from); }
  template <class Key, class Emit>
  void fire(const contents& held, const window_context<Key>& context, Emit&& emit) const {
    process_(context, function_.result(held), emit);
  }

private:
  Function function_;
  Process process_;
};

/// `process_window` and `aggregate_then_process` with the emitted type given and the rest deduced.
template <class Value, class Out, class Process>
[[nodiscard]] auto process_elements(Process process) {
  return process_window<Value, Out, Process>(std::move(process));
}
template <class Out, class Function, class Process>
[[nodiscard]] auto process_result(Function function, Process process) {
  return aggregate_then_process<Function, Out, Process>(std::move(function), std::move(process));
}

}  // namespace millrace
