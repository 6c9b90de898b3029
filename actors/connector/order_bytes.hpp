// Bytes that compare as the values do: what rows are sorted by.
#pragma once

#include <bit>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace millrace {

/// Customisation point: specialise for a type of your own, with `static void append(std::string& bytes, const T&)`.
/// The law: compared as unsigned bytes, what is appended for a < b is less, for equal values equal, and no value's
/// bytes are the start of another's, so that parts can be put one behind the other.
template <class T>
struct order_bytes;

/// A type that has order bytes.
template <class T>
concept has_order_bytes = requires(std::string& bytes, const T& value) {
  order_bytes<T>::append(bytes, value);
};

/// Appends the order bytes of a value.
template <has_order_bytes T>
void append_ordered(std::string& bytes, const T& value) {
  order_bytes<T>::append(bytes, value);
}

/// Integers and enumerations: big-endian, the sign bit turned.
template <class T>
  requires std::integral<T> || std::is_enum_v<T>
struct order_bytes<T> {
  static void append(std::string& bytes, T value) {
    constexpr std::size_t width = sizeof(T);
    auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    if constexpr (std::is_enum_v<T>) {
      if constexpr (std::is_signed_v<std::underlying_type_t<T>>) bits ^= std::uint64_t{1} << (width * 8 - 1);
    } else if constexpr (std::is_signed_v<T>) {
      bits ^= std::uint64_t{1} << (width * 8 - 1);
    }
    char written[width];
    for (std::size_t i = 0; i < width; ++i) written[i] = static_cast<char>(bits >> ((width - 1 - i) * 8));
    bytes.append(written, width);
  }
};

/// Floating point: as numbers, -0.0 like 0.0; every NaN is the same and above infinity.
template <class T>
  requires std::same_as<T, double> || std::same_as<T, float>
struct order_bytes<T> {
  static void append(std::string& bytes, T value) {
    using word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    constexpr word sign = word{1} << (sizeof(T) * 8 - 1);
    if (std::isnan(value)) value = std::numeric_limits<T>::quiet_NaN();
    if (value == T{0}) value = T{0};
    const word bits = std::bit_cast<word>(value);
    append_ordered(bytes, static_cast<word>((bits & sign) != 0 ? ~bits : bits | sign));
  }
};

/// Text: a NUL becomes 00 FF, the end is 00 00.
template <class T>
  requires std::convertible_to<const T&, std::string_view>
struct order_bytes<T> {
  static void append(std::string& bytes, std::string_view text) {
    std::size_t from = 0;
    for (std::size_t nul = text.find('\0'); nul != std::string_view::npos; nul = text.find('\0', from)) {
      bytes.append(text, from, nul - from);
      bytes.append("\0\xFF", 2);
      from = nul + 1;
    }
    bytes.append(text, from, text.size() - from);
    bytes.append(2, '\0');
  }
};

template <>
struct order_bytes<event_time> {
  static void append(std::string& bytes, event_time time) { append_ordered(bytes, time.milliseconds); }
};

template <>
struct order_bytes<watermark> {
  static void append(std::string& bytes, watermark mark) { append_ordered(bytes, mark.milliseconds); }
};

template <class Count, class Period>
  requires has_order_bytes<Count>
struct order_bytes<std::chrono::duration<Count, Period>> {
  static void append(std::string& bytes, std::chrono::duration<Count, Period> length) {
    append_ordered(bytes, length.count());
  }
};

/// By start, then end, as windows compare.
template <>
struct order_bytes<time_window> {
  static void append(std::string& bytes, const time_window& window) {
    append_ordered(bytes, window.start);
    append_ordered(bytes, window.end);
  }
};

/// A type without members, such as the key of a stream without keys, has one value.
template <class T>
  requires std::is_empty_v<T> &&(!std::convertible_to<const T&, std::string_view>)struct order_bytes<T> {
    static void append(std::string&, const T&) {}
  };

  template <has_order_bytes... Parts>
    requires(sizeof...(Parts) > 0)
  struct order_bytes<std::tuple<Parts...>> {
    static void append(std::string& bytes, const std::tuple<Parts...>& value) {
      std::apply([&](const auto&... part) { (append_ordered(bytes, part), ...); }, value);
    }
  };

  template <has_order_bytes First, has_order_bytes Second>
  struct order_bytes<std::pair<First, Second>> {
    static void append(std::string& bytes, const std::pair<First, Second>& value) {
      append_ordered(bytes, value.first);
      append_ordered(bytes, value.second);
    }
  };

  /// Nothing comes before every value.
  template <has_order_bytes T>
  struct order_bytes<std::optional<T>> {
    static void append(std::string& bytes, const std::optional<T>& value) {
      append_ordered(bytes, value.has_value());
      if (value) append_ordered(bytes, *value);
    }
  };

  /// Element by element; a list comes before those that it starts.
  template <has_order_bytes T>
  struct order_bytes<std::vector<T>> {
    static void append(std::string& bytes, const std::vector<T>& values) {
      for (const auto& value : values) {
        append_ordered(bytes, true);
        append_ordered<T>(bytes, value);
      }
      append_ordered(bytes, false);
    }
  };

}  // namespace millrace
