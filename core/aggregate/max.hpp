// The greatest value.
#pragma once

#include <functional>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/aggregate/kept_value.hpp>
#include <millrace/core/aggregate/projection.hpp>
#include <string_view>
#include <utility>

namespace millrace {

/// The greatest of one part of each element; of equal ones the one that arrived first. NaN counts only when there is
/// nothing else. Immutable; share freely.
template <class Value, projection_of<Value> Projection>
  requires ordered<projected_type<Projection, Value>>
class max_aggregate {
public:
  using accumulator = kept_value<projected_type<Projection, Value>>;

  explicit max_aggregate(Projection projection) : projection_(std::move(projection)) {}

  [[nodiscard]] accumulator create() const { return {}; }
  void add(accumulator& kept, const Value& value, const element_context& context) const {
    const auto& part = std::invoke(projection_, value);
    if (takes(kept, part, context.arrival)) kept.keep(part, context.arrival);
  }
  void merge(accumulator& kept, const accumulator& other) const {
    if (other.value.has_value() && takes(kept, *other.value, other.arrival)) kept = other;
  }
  [[nodiscard]] projected_type<Projection, Value> result(const accumulator& kept) const { return kept.result(); }
  [[nodiscard]] std::string_view name() const noexcept { return "max"; }

private:
  static bool takes(const accumulator& kept, const projected_type<Projection, Value>& part, std::uint64_t arrival) {
    if (!kept.value.has_value() || above(part, *kept.value)) return true;
    return arrival < kept.arrival && !above(*kept.value, part);
  }

  Projection projection_;
};

static_assert(aggregate_function<max_aggregate<int, std::identity>, int>);

/// What `max` gives; becomes a `max_aggregate` once the type of the elements is known.
template <class Projection>
struct max_description {
  Projection projection;

  template <class Value>
    requires projection_of<Projection, Value> && ordered<projected_type<Projection, Value>>
  [[nodiscard]] max_aggregate<Value, Projection> for_values() const {
    return max_aggregate<Value, Projection>(projection);
  }
};

/// The greatest of what `projection` takes from each element: `max(&reading::level)`. Ordered with `<`.
template <class Projection = std::identity>
[[nodiscard]] max_description<Projection> max(Projection projection = {}) {
  return {std::move(projection)};
}

}  // namespace millrace
