// What an output column remembers of a window.
#pragma once

#include <cstdint>
#include <millrace/core/aggregate/sum_accumulator.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <variant>
#include <vector>

#include "aggregate/column_function.hpp"
#include "value/json_value.hpp"

namespace millrace::command {

/// Rows, or values that are not null.
struct counted {
  std::int64_t count = 0;
};

/// Integers exactly, doubles apart; one double makes the whole a double.
struct summed {
  integer_sum integers;
  compensated_sum reals;
  std::int64_t count = 0;
  bool has_real = false;
};

/// The least or greatest value by the order of `json_value`.
struct extreme {
  std::optional<json_value> value;
};

/// A value and when it arrived.
struct arrived_value {
  json_value value;
  std::uint64_t arrival = 0;
};

/// The value that arrived first or last.
struct placed {
  std::optional<arrived_value> element;
};

/// Values told apart as keys are: 1 and 1.0 are two.
struct distinct {
  std::set<json_value> values;
};

/// Sorted: for `top` greatest first, ties by arrival; for `collect` by arrival.
struct listed {
  std::vector<arrived_value> elements;
};

/// The accumulator of one column. Which alternative it holds follows from the column's kind.
using column_accumulator = std::variant<counted, summed, extreme, placed, distinct, listed>;

[[nodiscard]] column_accumulator make_accumulator(column_kind kind);

/// Adds a value that is not null (for a count of rows: anything).
void add(const column_function& function, column_accumulator& into, const json_value& value, std::uint64_t arrival);

/// Adds what `other` holds. Requires that both come from `function`.
void merge(const column_function& function, column_accumulator& into, const column_accumulator& other);

/// What goes out: null when nothing was added; a count is then 0 and a list empty.
/// Errors: `failure` with `sum_overflow` when a sum of integers leaves 64 bits; it names `column`.
[[nodiscard]] column_value result_of(const column_function& function, const column_accumulator& of,
                                     std::string_view column);

}  // namespace millrace::command
