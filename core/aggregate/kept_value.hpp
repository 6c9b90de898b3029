// The accumulator of aggregates that keep one value: first, last, min and max.
#pragma once

#include <concepts>
#include <cstdint>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <optional>
#include <utility>

namespace millrace {

/// One value, if any was added, and when it arrived. The arrival settles ties, so that the outcome does not depend on
/// how elements were merged.
template <class Kept>
struct kept_value {
  std::optional<Kept> value;
  std::uint64_t arrival = 0;

  void keep(Kept kept, std::uint64_t arrived) {
    value = std::move(kept);
    arrival = arrived;
  }

  /// The value, or a `Kept{}` when none was added (a pane without elements never asks).
  [[nodiscard]] Kept result() const {
    if (value.has_value()) return *value;
    if constexpr (std::default_initializable<Kept>) {
      return Kept{};
    } else {
      return value.value();
    }
  }
};

}  // namespace millrace
