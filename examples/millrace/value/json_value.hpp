// A scalar of a JSON record: what keys and aggregates of the command are made of.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace millrace::command {

/// null, true, false, an integer, a double or a string. Confined to its owner.
///
/// Values are in a total order: null < false < true < numbers < strings. Integers and doubles compare by their exact
/// value; of equal ones the integer comes first (0 < -0.0 < 0.0). Equality tells 1 from 1.0, as keys keep their types.
class json_value {
public:
  json_value() noexcept = default;
  explicit json_value(bool value) : held_(value) {}
  explicit json_value(std::int64_t value) : held_(value) {}
  explicit json_value(double value) : held_(value) {}
  explicit json_value(std::string value) : held_(std::move(value)) {}
  explicit json_value(std::string_view value) : held_(std::string(value)) {}
  explicit json_value(const char* value) : held_(std::string(value)) {}

  [[nodiscard]] bool is_null() const noexcept { return std::holds_alternative<std::monostate>(held_); }
  /// The value if it is of this type, else nullptr.
  [[nodiscard]] const bool* boolean() const noexcept { return std::get_if<bool>(&held_); }
  [[nodiscard]] const std::int64_t* integer() const noexcept { return std::get_if<std::int64_t>(&held_); }
  [[nodiscard]] const double* real() const noexcept { return std::get_if<double>(&held_); }
  [[nodiscard]] const std::string* text() const noexcept { return std::get_if<std::string>(&held_); }
  [[nodiscard]] bool is_number() const noexcept { return integer() != nullptr || real() != nullptr; }

  /// Depends on type and value alone, on every machine.
  [[nodiscard]] std::uint64_t hash() const noexcept;

  friend std::strong_ordering operator<=>(const json_value& left, const json_value& right) noexcept;
  friend bool operator==(const json_value& left, const json_value& right) noexcept {
    return (left <=> right) == std::strong_ordering::equal;
  }

private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string> held_;
};

/// Compares an integer with a double by exact value. Requires that `real` is not NaN.
[[nodiscard]] std::strong_ordering compare_exactly(std::int64_t integer, double real) noexcept;

/// What a column of a result row holds: a scalar, or an array of them (`top`, `collect`).
using column_value = std::variant<json_value, std::vector<json_value>>;

}  // namespace millrace::command
