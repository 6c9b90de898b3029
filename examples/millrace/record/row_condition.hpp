// The condition of [where]: one field compared with one value.
#pragma once

#include <millrace/core/error.hpp>
#include <string>
#include <string_view>

#include "value/json_value.hpp"

namespace millrace::command {

enum class comparison : unsigned char { equal, not_equal, less, less_or_equal, greater, greater_or_equal };

/// Reads "==", "!=", "<", "<=", ">" or ">=". Errors: `option_unknown`.
result<comparison> parse_comparison(std::string_view text);

/// A field against a value. Numbers compare with numbers, text with text, booleans with booleans, each by value
/// (1 == 1.0); a field of another type, or that is missing or null, is unequal and neither less nor greater.
struct row_condition {
  std::string field;
  comparison compare = comparison::equal;
  json_value value;

  [[nodiscard]] bool holds(const json_value& found) const noexcept;
};

}  // namespace millrace::command
