// Counts elements.
#pragma once

#include <cstdint>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <string_view>

namespace millrace {

/// The number of elements, whatever they are. Immutable; share freely.
class count_aggregate {
public:
  [[nodiscard]] std::uint64_t create() const noexcept { return 0; }
  template <class Value>
  void add(std::uint64_t& counted, const Value& /*value*/) const noexcept {
    ++counted;
  }
  void merge(std::uint64_t& counted, std::uint64_t other) const noexcept { counted += other; }
  [[nodiscard]] std::uint64_t result(std::uint64_t counted) const noexcept { return counted; }
  [[nodiscard]] std::string_view name() const noexcept { return "count"; }
};

static_assert(aggregate_function<count_aggregate, int>);

/// Counts the elements of a pane. The result is a `std::uint64_t`.
[[nodiscard]] inline count_aggregate count() noexcept {
  return {};
}

}  // namespace millrace
