// JSON text of values: always valid JSON, on one line.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "value/json_key.hpp"
#include "value/json_value.hpp"

namespace millrace::command {

/// Appends a quoted string; quotes, backslashes and control characters escaped, everything else as it is.
void append_json(std::string& text, std::string_view value);
void append_json(std::string& text, std::int64_t value);
/// Appends the shortest text that reads back as the same double, with ".0" where it would look like an integer. JSON
/// has no infinities: they become null.
void append_json(std::string& text, double value);
void append_json(std::string& text, const json_value& value);
/// Appends a scalar or an array.
void append_json(std::string& text, const column_value& value);

/// The JSON text of a value, for messages.
[[nodiscard]] std::string json_text(const json_value& value);

/// `["LAS",3]`, for messages.
[[nodiscard]] std::string json_text(const json_key& key);

/// Prints `json_text`; the engine's messages name keys with it.
std::ostream& operator<<(std::ostream& stream, const json_key& key);

}  // namespace millrace::command
