// Sums.
#pragma once

#include <functional>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/aggregate/projection.hpp>
#include <millrace/core/aggregate/sum_accumulator.hpp>
#include <string_view>
#include <utility>

namespace millrace {

/// The sum of one number of each element; 0 over none. Immutable; share freely.
template <class Value, projection_of<Value> Projection>
  requires summable<projected_type<Projection, Value>>
class sum_aggregate {
public:
  using accumulator = sum_accumulator_for<projected_type<Projection, Value>>;
  using result_type = sum_type<projected_type<Projection, Value>>;

  explicit sum_aggregate(Projection projection) : projection_(std::move(projection)) {}

  [[nodiscard]] accumulator create() const noexcept { return {}; }
  void add(accumulator& total, const Value& value) const {
    const auto number = std::invoke(projection_, value);
    if constexpr (std::integral<projected_type<Projection, Value>>) {
      total.add(number);
    } else {
      total.add(static_cast<double>(number));
    }
  }
  void merge(accumulator& total, const accumulator& other) const noexcept { total.merge(other); }

  /// Errors: `failure` with `sum_overflow` when a sum of integers leaves 64 bits.
  [[nodiscard]] result_type result(const accumulator& total) const {
    if constexpr (std::integral<result_type>) {
      return total.template value<result_type>(name());
    } else {
      return total.value();
    }
  }
  [[nodiscard]] std::string_view name() const noexcept { return "sum"; }

private:
  Projection projection_;
};

static_assert(aggregate_function<sum_aggregate<int, std::identity>, int>);
static_assert(aggregate_function<sum_aggregate<double, std::identity>, double>);

/// What `sum` gives; becomes a `sum_aggregate` once the type of the elements is known.
template <class Projection>
struct sum_description {
  Projection projection;

  template <class Value>
    requires projection_of<Projection, Value> && summable<projected_type<Projection, Value>>
  [[nodiscard]] sum_aggregate<Value, Projection> for_values() const {
    return sum_aggregate<Value, Projection>(projection);
  }
};

/// Sums the number that `projection` takes from each element: `sum(&order::amount)`. Sums of integers are exact; one
/// that leaves 64 bits fails when its pane fires. Sums of floating point are compensated doubles.
template <class Projection = std::identity>
[[nodiscard]] sum_description<Projection> sum(Projection projection = {}) {
  return {std::move(projection)};
}

}  // namespace millrace
