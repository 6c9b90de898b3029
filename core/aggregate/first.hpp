// The first value by arrival.
#pragma once

#include <functional>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/aggregate/kept_value.hpp>
#include <millrace/core/aggregate/projection.hpp>
#include <string_view>
#include <utility>

namespace millrace {

/// One part of the element that arrived first, whatever its event time. Immutable; share freely.
template <class Value, projection_of<Value> Projection>
  requires std::copyable<projected_type<Projection, Value>>
class first_aggregate {
public:
  using accumulator = kept_value<projected_type<Projection, Value>>;

  explicit first_aggregate(Projection projection) : projection_(std::move(projection)) {}

  [[nodiscard]] accumulator create() const { return {}; }
  void add(accumulator& kept, const Value& value, const element_context& context) const {
    const auto& part = std::invoke(projection_, value);
    if (takes(kept, part, context.arrival)) kept.keep(part, context.arrival);
  }
  void merge(accumulator& kept, const accumulator& other) const {
    if (other.value.has_value() && takes(kept, *other.value, other.arrival)) kept = other;
  }
  [[nodiscard]] projected_type<Projection, Value> result(const accumulator& kept) const { return kept.result(); }
  [[nodiscard]] std::string_view name() const noexcept { return "first"; }

private:
  static bool takes(const accumulator& kept, const projected_type<Projection, Value>& /*part*/,
                    std::uint64_t arrival) noexcept {
    return !kept.value.has_value() || arrival < kept.arrival;
  }

  Projection projection_;
};

static_assert(aggregate_function<first_aggregate<int, std::identity>, int>);

/// What `first` gives; becomes a `first_aggregate` once the type of the elements is known.
template <class Projection>
struct first_description {
  Projection projection;

  template <class Value>
    requires projection_of<Projection, Value> && std::copyable<projected_type<Projection, Value>>
  [[nodiscard]] first_aggregate<Value, Projection> for_values() const {
    return first_aggregate<Value, Projection>(projection);
  }
};

/// What `projection` takes from the element that arrived first: `first(&reading::level)`.
template <class Projection = std::identity>
[[nodiscard]] first_description<Projection> first(Projection projection = {}) {
  return {std::move(projection)};
}

}  // namespace millrace
