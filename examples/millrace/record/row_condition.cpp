#include "record/row_condition.hpp"

#include <fmt/format.h>

#include <optional>

namespace millrace::command {
namespace {

// By value alone: the order of json_value, without its order among numbers that are equal.
std::optional<std::strong_ordering> compare_like(const json_value& left, const json_value& right) noexcept {
  if (left.is_number() && right.is_number()) {
    const auto* integer = left.integer();
    const auto* other = right.integer();
    if (integer != nullptr && other == nullptr) return compare_exactly(*integer, *right.real());
    if (integer == nullptr && other == nullptr && *left.real() == *right.real()) return std::strong_ordering::equal;
    if (integer == nullptr && other != nullptr && compare_exactly(*other, *left.real()) == 0) {
      return std::strong_ordering::equal;
    }
    return left <=> right;
  }
  const bool both_text = left.text() != nullptr && right.text() != nullptr;
  const bool both_boolean = left.boolean() != nullptr && right.boolean() != nullptr;
  if (both_text || both_boolean) return left <=> right;
  return std::nullopt;
}

}  // namespace

result<comparison> parse_comparison(std::string_view text) {
  if (text == "==") return comparison::equal;
  if (text == "!=") return comparison::not_equal;
  if (text == "<") return comparison::less;
  if (text == "<=") return comparison::less_or_equal;
  if (text == ">") return comparison::greater;
  if (text == ">=") return comparison::greater_or_equal;
  return error{error_code::option_unknown,
               fmt::format("\"{}\" is not a comparison; accepted: ==, !=, <, <=, >, >=", text)};
}

bool row_condition::holds(const json_value& found) const noexcept {
  const auto order = compare_like(found, value);
  if (!order) return compare == comparison::not_equal;
  switch (compare) {
    case comparison::equal: return *order == 0;
    case comparison::not_equal: return *order != 0;
    case comparison::less: return *order < 0;
    case comparison::less_or_equal: return *order <= 0;
    case comparison::greater: return *order > 0;
    case comparison::greater_or_equal: return *order >= 0;
  }
  return false;
}

}  // namespace millrace::command
