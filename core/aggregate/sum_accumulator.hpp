// The two ways to add numbers up: integers in 128 bits, doubles with compensation.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace millrace {

/// A sum of integers of up to 64 bits, exact for up to 2^63 of them. Independent of order.
class integer_sum {
public:
  __extension__ typedef __int128 wide;

  template <std::integral Integer>
  constexpr void add(Integer value) noexcept {
    total_ += static_cast<wide>(value);
  }
  constexpr void merge(const integer_sum& other) noexcept { total_ += other.total_; }

  /// True when the sum can be told as an `Integer`.
  template <std::integral Integer>
  [[nodiscard]] constexpr bool fits() const noexcept {
    return total_ >= static_cast<wide>(std::numeric_limits<Integer>::min()) &&
           total_ <= static_cast<wide>(std::numeric_limits<Integer>::max());
  }

  /// The sum as an `Integer`. `aggregate` is named in the message.
  /// Errors: `failure` with `sum_overflow` when it does not fit.
  template <std::integral Integer>
  [[nodiscard]] Integer value(std::string_view aggregate) const {
    if (!fits<Integer>()) {
      refuse(aggregate, static_cast<wide>(std::numeric_limits<Integer>::min()),
             static_cast<wide>(std::numeric_limits<Integer>::max()));
    }
    return static_cast<Integer>(total_);
  }

  /// The sum rounded to a double.
  [[nodiscard]] constexpr double as_double() const noexcept { return static_cast<double>(total_); }

private:
  [[noreturn]] void refuse(std::string_view aggregate, wide least, wide greatest) const;

  wide total_ = 0;
};

/// A sum of doubles whose rounding errors are added up apart: A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur
/// Summation endlicher Summen", ZAMM 54 (1974). Merging parts in another order may show in the last digit. Infinities
/// and NaN come out as plain addition has them.
class compensated_sum {
public:
  void add(double value) noexcept {
    const double sum = sum_ + value;
    lost_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
    sum_ = sum;
  }
  void merge(const compensated_sum& other) noexcept {
    add(other.sum_);
    lost_ += other.lost_;
  }
  [[nodiscard]] double value() const noexcept { return std::isfinite(sum_) ? sum_ + lost_ : sum_; }

private:
  double sum_ = 0;
  double lost_ = 0;
};

/// A type that sums and means take.
template <class Number>
concept summable = std::integral<Number> || std::floating_point<Number>;

/// How numbers of this type are added up.
template <summable Number>
using sum_accumulator_for = std::conditional_t<std::integral<Number>, integer_sum, compensated_sum>;

/// The type of their sum: `double` for floating point, `std::uint64_t` for 64-bit unsigned, else `std::int64_t`.
template <summable Number>
using sum_type = std::conditional_t<
    std::floating_point<Number>, double,
    std::conditional_t<std::is_unsigned_v<Number> && sizeof(Number) == 8, std::uint64_t, std::int64_t>>;

}  // namespace millrace
