#include "value/json_value.hpp"

#include <bit>
#include <cmath>
#include <millrace/core/key/key_hash.hpp>

namespace millrace::command {
namespace {

constexpr double two_to_63 = 9223372036854775808.0;

// Where values of one kind stand among the others.
int kind_rank(const json_value& value) noexcept {
  if (value.is_null()) return 0;
  if (const bool* boolean = value.boolean()) return *boolean ? 2 : 1;
  return value.is_number() ? 3 : 4;
}

// Among numbers of equal value.
int type_rank(const json_value& number) noexcept {
  if (number.integer() != nullptr) return 0;
  return std::signbit(*number.real()) && *number.real() == 0 ? 1 : 2;
}

std::strong_ordering compare_reals(double left, double right) noexcept {
  if (left < right) return std::strong_ordering::less;
  return left > right ? std::strong_ordering::greater : std::strong_ordering::equal;
}

std::strong_ordering reversed(std::strong_ordering order) noexcept {
  if (order == 0) return order;
  return order < 0 ? std::strong_ordering::greater : std::strong_ordering::less;
}

std::strong_ordering compare_numbers(const json_value& left, const json_value& right) noexcept {
  const auto by_value = [&] {
    if (const auto* integer = left.integer()) {
      if (const auto* other = right.integer()) return *integer <=> *other;
      return compare_exactly(*integer, *right.real());
    }
    if (const auto* other = right.integer()) return reversed(compare_exactly(*other, *left.real()));
    return compare_reals(*left.real(), *right.real());
  }();
  return by_value != 0 ? by_value : type_rank(left) <=> type_rank(right);
}

}  // namespace

std::strong_ordering compare_exactly(std::int64_t integer, double real) noexcept {
  if (real >= two_to_63) return std::strong_ordering::less;
  if (real < -two_to_63) return std::strong_ordering::greater;
  const auto whole = static_cast<std::int64_t>(real);
  if (integer != whole) return integer <=> whole;
  return compare_reals(0, real - std::trunc(real));
}

std::strong_ordering operator<=>(const json_value& left, const json_value& right) noexcept {
  const int rank = kind_rank(left);
  if (const int other = kind_rank(right); rank != other) return rank <=> other;
  if (rank == 3) return compare_numbers(left, right);
  if (rank == 4) return left.text()->compare(*right.text()) <=> 0;
  return std::strong_ordering::equal;
}

std::uint64_t json_value::hash() const noexcept {
  const auto kind = static_cast<std::uint64_t>(held_.index());
  if (const auto* value = boolean()) return mix_word(mix_word(kind) ^ static_cast<std::uint64_t>(*value));
  if (const auto* value = integer()) return mix_word(mix_word(kind) ^ static_cast<std::uint64_t>(*value));
  if (const auto* value = real()) return mix_word(mix_word(kind) ^ std::bit_cast<std::uint64_t>(*value));
  if (const auto* value = text()) return mix_word(mix_word(kind) ^ hash_bytes(*value));
  return mix_word(kind);
}

}  // namespace millrace::command
