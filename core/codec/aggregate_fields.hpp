// The fields of a plain aggregate, up to sixteen, without a word from its author: counted by initialisation, reached by
// structured bindings.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace millrace::detail {

/// Stands for a field of any type.
struct any_field {
  template <class Field>
  operator Field() const noexcept;  // never called
};

template <class Plain, std::size_t... Index>
constexpr bool takes_fields(std::index_sequence<Index...>) {
  return requires {
    Plain{((void)Index, any_field{})...};
  };
}

inline constexpr std::size_t most_fields = 16;

/// The greatest number of fields that `Plain` is made of; more than `most_fields` when it has more.
template <class Plain, std::size_t Count = most_fields + 1>
constexpr std::size_t count_of_fields() {
  if constexpr (Count == 0) {
    return 0;
  } else if constexpr (takes_fields<Plain>(std::make_index_sequence<Count>{})) {
    return Count;
  } else {
    return count_of_fields<Plain, Count - 1>();
  }
}

/// Stands for a base class of `Plain`.
template <class Plain>
struct any_base {
  template <class Base>
    requires(std::is_base_of_v<Base, Plain> && !std::is_same_v<Base, Plain>)
  operator Base() const noexcept;  // never called
};

template <class Plain, std::size_t... Index>
constexpr bool takes_fields_in_parentheses(std::index_sequence<Index...>) {
  return requires {
    Plain((static_cast<void>(Index), any_field{})...);
  };
}

/// Whether structured bindings reach every field: there is no base class, and no C array, whose elements count as
/// fields of the aggregate in braces and not in parentheses.
template <class Plain>
constexpr bool has_plain_fields() {
  constexpr std::size_t count = count_of_fields<Plain>();
  if constexpr (count > most_fields || requires { Plain{any_base<Plain>{}}; }) {
    return false;
  } else {
#ifdef __cpp_aggregate_paren_init
    if constexpr (count > 1) return takes_fields_in_parentheses<Plain>(std::make_index_sequence<count>{});
#endif
    return true;
  }
}

/// References to all fields. Requires `has_plain_fields`.
template <class Plain>
constexpr auto fields_of(Plain& of) {
  constexpr std::size_t count = count_of_fields<std::remove_const_t<Plain>>();
  static_assert(count <= most_fields, "a plain aggregate with more than 16 fields needs a codec of its own");
  if constexpr (count == 0) {
    return std::tie();
  } else if constexpr (count == 1) {
    auto& [a] = of;
    return std::tie(a);
  } else if constexpr (count == 2) {
    auto& [a, b] = of;
    return std::tie(a, b);
  } else if constexpr (count == 3) {
    auto& [a, b, c] = of;
    return std::tie(a, b, c);
  } else if constexpr (count == 4) {
    auto& [a, b, c, d] = of;
    return std::tie(a, b, c, d);
  } else if constexpr (count == 5) {
    auto& [a, b, c, d, e] = of;
    return std::tie(a, b, c, d, e);
  } else if constexpr (count == 6) {
    auto& [a, b, c, d, e, f] = of;
    return std::tie(a, b, c, d, e, f);
  } else if constexpr (count == 7) {
    auto& [a, b, c, d, e, f, g] = of;
    return std::tie(a, b, c, d, e, f, g);
  } else if constexpr (count == 8) {
    auto& [a, b, c, d, e, f, g, h] = of;
    return std::tie(a, b, c, d, e, f, g, h);
  } else if constexpr (count == 9) {
    auto& [a, b, c, d, e, f, g, h, i] = of;
    return std::tie(a, b, c, d, e, f, g, h, i);
  } else if constexpr (count == 10) {
    auto& [a, b, c, d, e, f, g, h, i, j] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (count == 11) {
    auto& [a, b, c, d, e, f, g, h, i, j, k] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k);
  } else if constexpr (count == 12) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l);
  } else if constexpr (count == 13) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m);
  } else if constexpr (count == 14) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
  } else if constexpr (count == 15) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
  } else if constexpr (count == 16) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = of;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
  }
}

}  // namespace millrace::detail
