// The last value by arrival.
#pragma once

#include <functional>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/aggregate/kept_value.hpp>
#include <millrace/core/aggregate/projection.hpp>
#include <string_view>
#include <utility>

namespace millrace {

/// One part of the element that arrived last, whatever its event time. Immutable; share freely.
template <class Value, projection_of<Value> Projection>
  requires std::copyable<projected_type<Projection, Value>>
class last_aggregate {
public:
  using accumulator = kept_value<projected_type<Projection, Value>>;

  explicit last_aggregate(Projection projection) : projection_(std::move(projection)) {}

  [[nodiscard]] accumulator create() const { return {}; }
  void add(accumulator& kept, const Value& value, const element_context& context) const {
    const auto& part = std::invoke(projection_, value);
    if (takes(kept, part, context.arrival)) kept.keep(part, context.arrival);
  }
  void merge(accumulator& kept, const accumulator& other) const {
    if (other.value.has_value() && takes(kept, *other.value, other.arrival)) kept = other;
  }
  [[nodiscard]] projected_type<Projection, Value> result(const accumulator& kept) const { return kept.result(); }
  [[nodiscard]] std::string_view name() const noexcept { return "last"; }

private:
  static bool takes(const accumulator& kept, const projected_type<Projection, Value>& /*part*/,
                    std::uint64_t arrival) noexcept {
    return !kept.value.has_value() || arrival >= kept.arrival;
  }

  Projection projection_;
};

static_assert(aggregate_function<last_aggregate<int, std::identity>, int>);

/// What `last` gives; becomes a `last_aggregate` once the type of the elements is known.
template <class Projection>
struct last_description {
  Projection projection;

  template <class Value>
    requires projection_of<Projection, Value> && std::copyable<projected_type<Projection, Value>>
  [[nodiscard]] last_aggregate<Value, Projection> for_values() const {
    return last_aggregate<Value, Projection>(projection);
  }
};

/// What `projection` takes from the element that arrived last: `last(&reading::level)`.
template <class Projection = std::identity>
[[nodiscard]] last_description<Projection> last(Projection projection = {}) {
  return {std::move(projection)};
}

}  // namespace millrace
