#include "aggregate/column_accumulator.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace millrace::command {
namespace {

// Whether `candidate` takes the place of `held`.
bool wins(column_kind kind, const json_value& candidate, const json_value& held) noexcept {
  return kind == column_kind::min ? candidate < held : candidate > held;
}

bool wins(column_kind kind, std::uint64_t candidate, std::uint64_t held) noexcept {
  return kind == column_kind::first ? candidate < held : candidate > held;
}

// The order of a list.
bool comes_before(column_kind kind, const arrived_value& left, const arrived_value& right) noexcept {
  if (kind == column_kind::collect) return left.arrival < right.arrival;
  const auto order = left.value <=> right.value;
  return order != 0 ? order > 0 : left.arrival < right.arrival;
}

void insert(const column_function& function, std::vector<arrived_value>& elements, arrived_value element) {
  const auto before = [&](const auto& left, const auto& right) { return comes_before(function.kind, left, right); };
  const bool full = function.kind == column_kind::top && elements.size() == function.n;
  if (full && !before(element, elements.back())) return;
  if (full) elements.pop_back();
  elements.insert(std::upper_bound(elements.begin(), elements.end(), element, before), std::move(element));
}

void add_number(summed& into, const json_value& value) {
  ++into.count;
  if (const auto* integer = value.integer()) {
    into.integers.add(*integer);
  } else {
    into.reals.add(*value.real());
    into.has_real = true;
  }
}

json_value sum_of(const summed& of, std::string_view column) {
  if (of.has_real) return json_value(of.integers.as_double() + of.reals.value());
  return json_value(of.integers.value<std::int64_t>(fmt::format("column '{}'", column)));
}

}  // namespace

column_accumulator make_accumulator(column_kind kind) {
  switch (kind) {
    case column_kind::count: return counted{};
    case column_kind::sum:
    case column_kind::mean: return summed{};
    case column_kind::min:
    case column_kind::max: return extreme{};
    case column_kind::first:
    case column_kind::last: return placed{};
    case column_kind::count_distinct: return distinct{};
    case column_kind::top:
    case column_kind::collect: return listed{};
  }
  return counted{};
}

void add(const column_function& function, column_accumulator& into, const json_value& value, std::uint64_t arrival) {
  if (auto* count = std::get_if<counted>(&into)) {
    ++count->count;
  } else if (auto* sum = std::get_if<summed>(&into)) {
    add_number(*sum, value);
  } else if (auto* best = std::get_if<extreme>(&into)) {
    if (!best->value || wins(function.kind, value, *best->value)) best->value = value;
  } else if (auto* place = std::get_if<placed>(&into)) {
    if (!place->element || wins(function.kind, arrival, place->element->arrival)) place->element = {value, arrival};
  } else if (auto* set = std::get_if<distinct>(&into)) {
    set->values.insert(value);
  } else {
    insert(function, std::get<listed>(into).elements, {value, arrival});
  }
}

void merge(const column_function& function, column_accumulator& into, const column_accumulator& other) {
  if (auto* count = std::get_if<counted>(&into)) {
    count->count += std::get<counted>(other).count;
  } else if (auto* sum = std::get_if<summed>(&into)) {
    const auto& from = std::get<summed>(other);
    sum->integers.merge(from.integers);
    sum->reals.merge(from.reals);
    sum->count += from.count;
    sum->has_real = sum->has_real || from.has_real;
  } else if (std::holds_alternative<extreme>(into)) {
    const auto& from = std::get<extreme>(other);
    if (from.value) add(function, into, *from.value, 0);
  } else if (std::holds_alternative<placed>(into)) {
    const auto& from = std::get<placed>(other);
    if (from.element) add(function, into, from.element->value, from.element->arrival);
  } else if (auto* set = std::get_if<distinct>(&into)) {
    const auto& from = std::get<distinct>(other).values;
    set->values.insert(from.begin(), from.end());
  } else {
    auto& elements = std::get<listed>(into).elements;
    for (const auto& element : std::get<listed>(other).elements) insert(function, elements, element);
  }
}

column_value result_of(const column_function& function, const column_accumulator& of, std::string_view column) {
  if (const auto* count = std::get_if<counted>(&of)) return json_value(count->count);
  if (const auto* sum = std::get_if<summed>(&of)) {
    if (sum->count == 0) return json_value();
    if (function.kind == column_kind::sum) return sum_of(*sum, column);
    return json_value((sum->integers.as_double() + sum->reals.value()) / static_cast<double>(sum->count));
  }
  if (const auto* best = std::get_if<extreme>(&of)) return best->value.value_or(json_value());
  if (const auto* place = std::get_if<placed>(&of)) return place->element ? place->element->value : json_value();
  if (const auto* set = std::get_if<distinct>(&of)) return json_value(static_cast<std::int64_t>(set->values.size()));
  std::vector<json_value> values;
  for (const auto& element : std::get<listed>(of).elements) values.push_back(element.value);
  return values;
}

}  // namespace millrace::command
