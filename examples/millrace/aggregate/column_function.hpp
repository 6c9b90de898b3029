// The function behind an output column, as a job file writes it: "mean:delay".
#pragma once

#include <cstddef>
#include <millrace/core/error.hpp>
#include <string>
#include <string_view>

namespace millrace::command {

enum class column_kind : unsigned char { count, sum, min, max, mean, first, last, count_distinct, top, collect };

/// What a column computes. `field` is empty only for a count of all rows; `n` belongs to `top`.
struct column_function {
  column_kind kind = column_kind::count;
  std::string field;
  std::size_t n = 0;

  bool operator==(const column_function&) const = default;
};

/// Reads "count", "count:field" (of rows in which it is not null), "sum:", "min:", "max:", "mean:", "first:", "last:",
/// "count_distinct:" or "collect:field", or "top:N:field" with N from 1 to 1,000,000.
/// Errors: `option_unknown` or `option_out_of_range`, naming what is accepted.
result<column_function> parse_column_function(std::string_view text);

}  // namespace millrace::command
