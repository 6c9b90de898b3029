// A value in words, for messages.
#pragma once

#include <charconv>
#include <concepts>
#include <millrace/core/window/time_window.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace millrace {

template <class Value>
[[nodiscard]] std::string describe(const Value& value);

namespace detail {

template <class Value>
inline constexpr bool is_tuple_like = false;
template <class... Parts>
inline constexpr bool is_tuple_like<std::tuple<Parts...>> = true;
template <class First, class Second>
inline constexpr bool is_tuple_like<std::pair<First, Second>> = true;

template <class Value>
std::string describe_parts(const Value& value) {
  std::string text = "(";
  std::apply(
      [&text](const auto&... part) {
        const char* separator = "";
        ((text += separator, text += describe(part), separator = ", "), ...);
      },
      value);
  return text + ")";
}

}  // namespace detail

/// The value as people write it: numbers plain, text in quotes, pairs and tuples as (a, b), other types as their own
/// `operator<<` prints them, a type without members as (none). A type that cannot be printed says so.
template <class Value>
std::string describe(const Value& value) {
  if constexpr (std::same_as<Value, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::floating_point<Value>) {
    char text[64];
    const auto written = std::to_chars(text, text + sizeof text, value);
    return {text, written.ptr};
  } else if constexpr (std::integral<Value>) {
    return std::to_string(value);
  } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
    return "\"" + std::string(std::string_view(value)) + "\"";
  } else if constexpr (std::is_empty_v<Value>) {
    return "(none)";
  } else if constexpr (detail::is_tuple_like<Value>) {
    return detail::describe_parts(value);
  } else if constexpr (requires(std::ostream & stream) { stream << value; }) {
    std::ostringstream stream;
    stream << value;
    return stream.str();
  } else {
    return "(a key that cannot be printed)";
  }
}

/// "[0, 10)", in milliseconds.
[[nodiscard]] inline std::string describe(time_window window) {
  return "[" + std::to_string(window.start.milliseconds) + ", " + std::to_string(window.end.milliseconds) + ")";
}

}  // namespace millrace
