// Reduces elements with a function of two.
#pragma once

#include <concepts>
#include <functional>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace millrace {

/// Combines two elements into one of the same type.
template <class Combine, class Value>
concept reducing = std::copyable<Value> && std::copy_constructible<Combine> &&
    std::invocable<const Combine&, const Value&, const Value&> &&
    std::convertible_to<std::invoke_result_t<const Combine&, const Value&, const Value&>, Value>;

/// All elements combined two by two; a single one comes out as it is. Immutable; share freely if `Combine` allows it.
template <class Value, reducing<Value> Combine>
class reduce_aggregate {
public:
  explicit reduce_aggregate(Combine combine) : combine_(std::move(combine)) {}

  [[nodiscard]] std::optional<Value> create() const { return std::nullopt; }
  void add(std::optional<Value>& reduced, const Value& value) const {
    if (reduced.has_value()) {
      reduced = static_cast<Value>(std::invoke(combine_, std::as_const(*reduced), value));
    } else {
      reduced = value;
    }
  }
  void merge(std::optional<Value>& reduced, const std::optional<Value>& other) const {
    if (other.has_value()) add(reduced, *other);
  }
  /// Requires that an element was added, as in every pane. Errors: `std::bad_optional_access` when none was.
  [[nodiscard]] Value result(const std::optional<Value>& reduced) const { return reduced.value(); }
  [[nodiscard]] std::string_view name() const noexcept { return "reduce"; }

private:
  Combine combine_;
};

static_assert(aggregate_function<reduce_aggregate<int, std::plus<>>, int>);

/// What `reduce` gives; becomes a `reduce_aggregate` once the type of the elements is known.
template <class Combine>
struct reduce_description {
  Combine combine;

  template <class Value>
    requires reducing<Combine, Value>
  [[nodiscard]] reduce_aggregate<Value, Combine> for_values() const {
    return reduce_aggregate<Value, Combine>(combine);
  }
};

/// Combines the elements of a pane with `combine(const Value&, const Value&) -> Value`, which must be associative and
/// commutative: panes are merged in any order. What `combine` throws stops the pipeline, naming the pane.
template <class Combine>
[[nodiscard]] reduce_description<Combine> reduce(Combine combine) {
  return {std::move(combine)};
}

}  // namespace millrace
