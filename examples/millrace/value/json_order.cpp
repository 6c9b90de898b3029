#include "value/json_order.hpp"

#include <cmath>
#include <cstdint>
#include <string_view>

namespace millrace {
namespace {

// The first byte: the order of the kinds.
enum class tag : std::uint8_t { null = 1, boolean_false, boolean_true, number, text };

// The greatest double that is not above `integer`.
double rounded_down(std::int64_t integer) noexcept {
  const auto nearest = static_cast<double>(integer);
  if (command::compare_exactly(integer, nearest) >= 0) return nearest;
  return std::nextafter(nearest, -HUGE_VAL);
}

// A double below, what an integer has above it, and the order among equal numbers.
void append_number(std::string& bytes, const command::json_value& value) {
  double below = 0;
  std::uint16_t above = 0;
  std::uint8_t type = 0;
  if (const auto* integer = value.integer()) {
    below = rounded_down(*integer);
    above = static_cast<std::uint16_t>(*integer - static_cast<std::int64_t>(below));
  } else {
    below = *value.real();
    type = below == 0 && std::signbit(below) ? 1 : 2;
  }
  append_ordered(bytes, below);
  append_ordered(bytes, above);
  append_ordered(bytes, type);
}

}  // namespace

void order_bytes<command::json_value>::append(std::string& bytes, const command::json_value& value) {
  if (const auto* text = value.text()) {
    append_ordered(bytes, static_cast<std::uint8_t>(tag::text));
    append_ordered(bytes, std::string_view(*text));
  } else if (value.is_number()) {
    append_ordered(bytes, static_cast<std::uint8_t>(tag::number));
    append_number(bytes, value);
  } else if (const auto* boolean = value.boolean()) {
    append_ordered(bytes, static_cast<std::uint8_t>(*boolean ? tag::boolean_true : tag::boolean_false));
  } else {
    append_ordered(bytes, static_cast<std::uint8_t>(tag::null));
  }
}

void order_bytes<command::json_key>::append(std::string& bytes, const command::json_key& key) {
  for (const auto& field : key.fields) append_ordered(bytes, field);
}

}  // namespace millrace
