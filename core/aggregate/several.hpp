// Several aggregates over the same elements in one pass.
#pragma once

#include <concepts>
#include <cstddef>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace millrace {

/// Keeps one accumulator for each function; the result is the tuple of their results, in order. As immutable and as
/// shareable as its functions.
template <class Value, aggregate_function<Value>... Functions>
  requires(sizeof...(Functions) > 0)
class several_aggregate {
public:
  using accumulator = std::tuple<accumulator_of<Functions>...>;
  using result_type = std::tuple<aggregate_result_of<Functions>...>;

  explicit several_aggregate(Functions... functions) : functions_(std::move(functions)...) {
    for (const std::string& part : names()) {
      if (!name_.empty()) name_ += ", ";
      name_ += part;
    }
  }

  [[nodiscard]] accumulator create() const {
    return std::apply([](const auto&... function) { return accumulator{function.create()...}; }, functions_);
  }
  void add(accumulator& all, const Value& value, const element_context& context) const {
    for_each_index([&]<std::size_t I>() { add_element(std::get<I>(functions_), std::get<I>(all), value, context); });
  }
  void merge(accumulator& all, const accumulator& other) const {
    for_each_index([&]<std::size_t I>() { std::get<I>(functions_).merge(std::get<I>(all), std::get<I>(other)); });
  }
  [[nodiscard]] result_type result(const accumulator& all) const {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return result_type{std::get<I>(functions_).result(std::get<I>(all))...};
    }
    (std::index_sequence_for<Functions...>{});
  }

  /// The names of the functions, joined: "count, sum".
  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  /// The name of each function, in order. A function may make its name on demand, so these are copies.
  [[nodiscard]] std::vector<std::string> names() const {
    return std::apply([](const auto&... function) { return std::vector<std::string>{std::string(function.name())...}; },
                      functions_);
  }

private:
  template <class Visit>
  static void for_each_index(Visit visit) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (visit.template operator()<I>(), ...);
    }
    (std::index_sequence_for<Functions...>{});
  }

  std::tuple<Functions...> functions_;
  std::string name_;
};

/// What `several` gives; becomes a `several_aggregate` once the type of the elements is known.
template <class... Aggregates>
struct several_description {
  std::tuple<Aggregates...> aggregates;

  template <class Value>
    requires(aggregate_over<Aggregates, Value>&&...)
  [[nodiscard]] several_aggregate<Value, aggregate_for_t<Value, Aggregates>...> for_values() const {
    return std::apply(
        [](const auto&... aggregate) {
          return several_aggregate<Value, aggregate_for_t<Value, Aggregates>...>(aggregate_for<Value>(aggregate)...);
        },
        aggregates);
  }
};

/// Computes all of `aggregates` in one pass: `several(count(), sum(&order::amount))` gives a `std::tuple`.
template <class... Aggregates>
  requires(sizeof...(Aggregates) > 0)
[[nodiscard]] several_description<Aggregates...> several(Aggregates... aggregates) {
  return {{std::move(aggregates)...}};
}

}  // namespace millrace
