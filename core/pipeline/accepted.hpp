// Options of the chain are taken as values or as results of factories; what is wrong with them is kept until `build`.
#pragma once

#include <concepts>
#include <millrace/core/error.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace millrace::detail {

template <class Given>
struct option_of {
  using type = Given;
};
template <class Value>
struct option_of<result<Value>> {
  using type = Value;
};

template <class Option>
concept checks_itself = requires(const Option& option) {
  { option.check() } -> std::same_as<result<void>>;
};

/// `reason` with the place put in front of its message.
[[nodiscard]] inline error at_place(const std::string& place, error reason) {
  return {reason.code, place + ": " + reason.message};
}

/// The option, when it is there and in range; otherwise its error goes to `errors`.
template <class Option>
std::optional<Option> accept_value(Option option, std::vector<error>& errors) {
  if constexpr (checks_itself<Option>) {
    if (auto checked = option.check(); !checked) errors.push_back(checked.error());
  }
  return option;
}
template <class Given>
std::optional<typename option_of<Given>::type> accept(Given given, std::vector<error>& errors) {
  if constexpr (std::same_as<typename option_of<Given>::type, Given>) {
    return accept_value(std::move(given), errors);
  } else {
    if (given) return accept_value(std::move(given).value(), errors);
    errors.push_back(given.error());
    return std::nullopt;
  }
}

}  // namespace millrace::detail

namespace millrace {

/// The type of an option that may be given as `Given` = `T` or `result<T>`.
template <class Given>
using option_type = typename detail::option_of<Given>::type;

/// What an option says of itself, or `otherwise` when it says nothing.
template <class Option>
[[nodiscard]] std::string description_of(const Option& option, const char* otherwise) {
  if constexpr (requires {
                  { option.describe() } -> std::convertible_to<std::string>;
                }) {
    return option.describe();
  } else {
    return otherwise;
  }
}

}  // namespace millrace
