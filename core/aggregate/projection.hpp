// Projections: what part of an element an aggregate looks at.
#pragma once

#include <concepts>
#include <functional>
#include <type_traits>

namespace millrace {

/// A member pointer (`&order::amount`) or a callable that takes an element and gives the part to aggregate.
template <class Projection, class Value>
concept projection_of = std::copy_constructible<Projection> && std::regular_invocable<const Projection&, const Value&>;

/// The type of that part, without reference and const.
template <class Projection, class Value>
using projected_type = std::remove_cvref_t<std::invoke_result_t<const Projection&, const Value&>>;

/// Two parts that can be ordered with `<`.
template <class Part>
concept ordered = std::copyable<Part> && requires(const Part& left, const Part& right) {
  { left < right } -> std::convertible_to<bool>;
};

/// True when `left` comes before `right` going up. A number that is not one (NaN) comes after every other, so that the
/// order is total and the same however elements are merged.
template <ordered Part>
[[nodiscard]] constexpr bool below(const Part& left, const Part& right) {
  if constexpr (std::floating_point<Part>) {
    return left < right || (left == left && right != right);
  } else {
    return left < right;
  }
}

/// True when `left` comes before `right` going down. NaN comes after every other here too.
template <ordered Part>
[[nodiscard]] constexpr bool above(const Part& left, const Part& right) {
  if constexpr (std::floating_point<Part>) {
    return left > right || (left == left && right != right);
  } else {
    return right < left;
  }
}

}  // namespace millrace
