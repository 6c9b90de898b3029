// Changelogs: what a firing sends when rows of the same window went out before (rule 24).
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <millrace/core/element/row.hpp>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace millrace {

/// True when two values of the type can be compared and kept, which `upsert` and `retract` need to tell whether a value
/// has changed. Looks into the standard containers, whose own == claims to exist for any element.
template <class Value>
inline constexpr bool keeps_changes = std::equality_comparable<Value>&& std::copyable<Value>;
template <class Value, class Allocator>
inline constexpr bool keeps_changes<std::vector<Value, Allocator>> = keeps_changes<Value>;
template <class Value, std::size_t size>
inline constexpr bool keeps_changes<std::array<Value, size>> = keeps_changes<Value>;
template <class Value>
inline constexpr bool keeps_changes<std::optional<Value>> = keeps_changes<Value>;
template <class First, class Second>
inline constexpr bool keeps_changes<std::pair<First, Second>> = keeps_changes<First>&& keeps_changes<Second>;
template <class... Values>
inline constexpr bool keeps_changes<std::tuple<Values...>> = (keeps_changes<Values> && ...);

/// Calls `emit(row_kind, const value&)` for what leads from the values `before` to the values `after`: by position, a
/// changed value is an update (preceded by the value that it takes back when `takes_back`), an unchanged one is silent;
/// then what is left over is removed or inserted.
template <class Values, class Emit>
void emit_changes(const Values& before, const Values& after, bool takes_back, Emit&& emit) {
  const std::size_t common = std::min(before.size(), after.size());
  for (std::size_t at = 0; at < common; ++at) {
    if (before[at] == after[at]) continue;
    if (takes_back) emit(row_kind::update_before, before[at]);
    emit(row_kind::update_after, after[at]);
  }
  for (std::size_t at = common; at < before.size(); ++at) emit(row_kind::remove, before[at]);
  for (std::size_t at = common; at < after.size(); ++at) emit(row_kind::insert, after[at]);
}

}  // namespace millrace
