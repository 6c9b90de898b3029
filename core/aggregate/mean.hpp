// Means.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/aggregate/projection.hpp>
#include <millrace/core/aggregate/sum_accumulator.hpp>
#include <string_view>
#include <utility>

namespace millrace {

/// The arithmetic mean of one number of each element, a double; NaN over none, which no pane asks for. Immutable; share
/// freely. Integers are summed exactly, so their mean does not depend on order and never overflows.
template <class Value, projection_of<Value> Projection>
  requires summable<projected_type<Projection, Value>>
class mean_aggregate {
public:
  struct accumulator {
    sum_accumulator_for<projected_type<Projection, Value>> total;
    std::uint64_t count = 0;
  };

  explicit mean_aggregate(Projection projection) : projection_(std::move(projection)) {}

  [[nodiscard]] accumulator create() const noexcept { return {}; }
  void add(accumulator& into, const Value& value) const {
    const auto number = std::invoke(projection_, value);
    if constexpr (std::integral<projected_type<Projection, Value>>) {
      into.total.add(number);
    } else {
      into.total.add(static_cast<double>(number));
    }
    ++into.count;
  }
  void merge(accumulator& into, const accumulator& other) const noexcept {
    into.total.merge(other.total);
    into.count += other.count;
  }
  [[nodiscard]] double result(const accumulator& of) const noexcept {
    if (of.count == 0) return std::numeric_limits<double>::quiet_NaN();
    if constexpr (std::integral<projected_type<Projection, Value>>) {
      return of.total.as_double() / static_cast<double>(of.count);
    } else {
      return of.total.value() / static_cast<double>(of.count);
    }
  }
  [[nodiscard]] std::string_view name() const noexcept { return "mean"; }

private:
  Projection projection_;
};

static_assert(aggregate_function<mean_aggregate<int, std::identity>, int>);
static_assert(aggregate_function<mean_aggregate<double, std::identity>, double>);

/// What `mean` gives; becomes a `mean_aggregate` once the type of the elements is known.
template <class Projection>
struct mean_description {
  Projection projection;

  template <class Value>
    requires projection_of<Projection, Value> && summable<projected_type<Projection, Value>>
  [[nodiscard]] mean_aggregate<Value, Projection> for_values() const {
    return mean_aggregate<Value, Projection>(projection);
  }
};

/// The mean of the number that `projection` takes from each element: `mean(&flight::delay)`.
template <class Projection = std::identity>
[[nodiscard]] mean_description<Projection> mean(Projection projection = {}) {
  return {std::move(projection)};
}

}  // namespace millrace
