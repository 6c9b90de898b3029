// Collects values into a list.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/aggregate/projection.hpp>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace {

/// One part of every element, in order of arrival. Immutable; share freely. Keeps every element of a pane; a result
/// costs one copy of the list, a merge one pass over both lists.
template <class Value, projection_of<Value> Projection>
  requires std::copyable<projected_type<Projection, Value>>
class collect_aggregate {
public:
  struct arrived {
    projected_type<Projection, Value> part;
    std::uint64_t arrival;
  };
  using accumulator = std::vector<arrived>;  ///< Ascending by arrival.

  explicit collect_aggregate(Projection projection) : projection_(std::move(projection)) {}

  [[nodiscard]] accumulator create() const { return {}; }
  void add(accumulator& list, const Value& value, const element_context& context) const {
    arrived element{std::invoke(projection_, value), context.arrival};
    if (list.empty() || !before(element, list.back())) {
      list.push_back(std::move(element));
    } else {
      list.insert(std::upper_bound(list.begin(), list.end(), element, before), std::move(element));
    }
  }
  void merge(accumulator& list, const accumulator& other) const {
    const auto middle = static_cast<std::ptrdiff_t>(list.size());
    list.insert(list.end(), other.begin(), other.end());
    std::inplace_merge(list.begin(), list.begin() + middle, list.end(), before);
  }
  [[nodiscard]] std::vector<projected_type<Projection, Value>> result(const accumulator& list) const {
    std::vector<projected_type<Projection, Value>> parts;
    parts.reserve(list.size());
    for (const arrived& element : list) parts.push_back(element.part);
    return parts;
  }
  [[nodiscard]] std::string_view name() const noexcept { return "collect"; }

private:
  static bool before(const arrived& left, const arrived& right) noexcept { return left.arrival < right.arrival; }

  Projection projection_;
};

static_assert(aggregate_function<collect_aggregate<int, std::identity>, int>);

/// What `collect` gives; becomes a `collect_aggregate` once the type of the elements is known.
template <class Projection>
struct collect_description {
  Projection projection;

  template <class Value>
    requires projection_of<Projection, Value> && std::copyable<projected_type<Projection, Value>>
  [[nodiscard]] collect_aggregate<Value, Projection> for_values() const {
    return collect_aggregate<Value, Projection>(projection);
  }
};

/// A `std::vector` of what `projection` takes from each element, in order of arrival: `collect(&click::product)`.
template <class Projection = std::identity>
[[nodiscard]] collect_description<Projection> collect(Projection projection = {}) {
  return {std::move(projection)};
}

}  // namespace millrace
