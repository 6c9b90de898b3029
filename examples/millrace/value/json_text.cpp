#include "value/json_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <ostream>

namespace millrace::command {
namespace {

void append_escaped(std::string& text, char character) {
  constexpr std::string_view digits = "0123456789abcdef";
  switch (character) {
    case '"': text += "\\\""; return;
    case '\\': text += "\\\\"; return;
    case '\b': text += "\\b"; return;
    case '\f': text += "\\f"; return;
    case '\n': text += "\\n"; return;
    case '\r': text += "\\r"; return;
    case '\t': text += "\\t"; return;
    default: break;
  }
  const auto code = static_cast<unsigned char>(character);
  text += "\\u00";
  text += digits[code >> 4U];
  text += digits[code & 15U];
}

bool needs_escape(char character) noexcept {
  return static_cast<unsigned char>(character) < 0x20 || character == '"' || character == '\\';
}

}  // namespace

void append_json(std::string& text, std::string_view value) {
  text += '"';
  std::size_t plain = 0;
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (!needs_escape(value[at])) continue;
    text.append(value, plain, at - plain);
    append_escaped(text, value[at]);
    plain = at + 1;
  }
  text.append(value, plain);
  text += '"';
}

void append_json(std::string& text, std::int64_t value) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

void append_json(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += "null";
    return;
  }
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  const std::string_view written(digits.data(), static_cast<std::size_t>(end - digits.data()));
  text += written;
  if (written.find_first_of(".e") == std::string_view::npos) text += ".0";
}

void append_json(std::string& text, const json_value& value) {
  if (const auto* string = value.text()) return append_json(text, std::string_view(*string));
  if (const auto* integer = value.integer()) return append_json(text, *integer);
  if (const auto* real = value.real()) return append_json(text, *real);
  if (const auto* boolean = value.boolean()) {
    text += *boolean ? "true" : "false";
  } else {
    text += "null";
  }
}

void append_json(std::string& text, const column_value& value) {
  if (const auto* scalar = std::get_if<json_value>(&value)) return append_json(text, *scalar);
  text += '[';
  bool first = true;
  for (const auto& element : std::get<std::vector<json_value>>(value)) {
    if (!first) text += ',';
    first = false;
    append_json(text, element);
  }
  text += ']';
}

std::string json_text(const json_value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

std::string json_text(const json_key& key) {
  std::string text = "[";
  for (const auto& field : key.fields) {
    if (text.size() > 1) text += ',';
    append_json(text, field);
  }
  return text + "]";
}

std::ostream& operator<<(std::ostream& stream, const json_key& key) {
  return stream << json_text(key);
}

}  // namespace millrace::command
