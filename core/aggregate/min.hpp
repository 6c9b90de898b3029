// The least value.
#pragma once

#include <functional>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/aggregate/kept_value.hpp>
#include <millrace/core/aggregate/projection.hpp>
#include <string_view>
#include <utility>

namespace millrace {

/// The least of one part of each element; of equal ones the one that arrived first. NaN counts only when there is
/// nothing else. Immutable; share freely.
template <class Value, projection_of<Value> Projection>
  requires ordered<projected_type<Projection, Value>>
class min_aggregate {
public:
  using accumulator = kept_value<projected_type<Projection, Value>>;

  explicit min_aggregate(Projection projection) : projection_(std::move(projection)) {}

  [[nodiscard]] accumulator create() const { return {}; }
  void add(accumulator& kept, const Value& value, const element_context& context) const {
    const auto& part = std::invoke(projection_, value);
    if (takes(kept, part, context.arrival)) kept.keep(part, context.arrival);
  }
  void merge(accumulator& kept, const accumulator& other) const {
    if (other.value.has_value() && takes(kept, *other.value, other.arrival)) kept = other;
  }
  [[nodiscard]] projected_type<Projection, Value> result(const accumulator& kept) const { return kept.result(); }
  [[nodiscard]] std::string_view name() const noexcept { return "min"; }

private:
  static bool takes(const accumulator& kept, const projected_type<Projection, Value>& part, std::uint64_t arrival) {
    if (!kept.value.has_value() || below(part, *kept.value)) return true;
    return arrival < kept.arrival && !below(*kept.value, part);
  }

  Projection projection_;
};

static_assert(aggregate_function<min_aggregate<int, std::identity>, int>);

/// What `min` gives; becomes a `min_aggregate` once the type of the elements is known.
template <class Projection>
struct min_description {
  Projection projection;

  template <class Value>
    requires projection_of<Projection, Value> && ordered<projected_type<Projection, Value>>
  [[nodiscard]] min_aggregate<Value, Projection> for_values() const {
    return min_aggregate<Value, Projection>(projection);
  }
};

/// The least of what `projection` takes from each element: `min(&reading::level)`. Ordered with `<`.
template <class Projection = std::identity>
[[nodiscard]] min_description<Projection> min(Projection projection = {}) {
  return {std::move(projection)};
}

}  // namespace millrace
