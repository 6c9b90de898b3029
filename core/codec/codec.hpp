// How values become bytes and come back: what state, positions and outputs are stored with.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <millrace/core/codec/aggregate_fields.hpp>
#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/byte_writer.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace millrace {

/// Customisation point. Specialise it for a type of your own that is not covered below:
/// `static void write(byte_writer&, const T&)` and `static T read(byte_reader&)`, which throws a `failure` with
/// `state_malformed` for bytes that are none of its own. What `write` gives depends on the value alone.
///
/// Covered: numbers, enums and `bool`; strings; `std::optional`, `std::vector`, `std::array`, `std::pair` and
/// `std::tuple` of what is covered; plain aggregates of up to 16 fields that are covered; and other trivially copyable
/// classes, as the bytes that they are in memory, which ties a state to the kind of machine that made it. Pointers,
/// views, and aggregates with C arrays (use std::array) or base classes are not covered.
template <class T>
struct codec;

/// A type whose values can be stored.
template <class T>
concept storable = requires(byte_writer& into, byte_reader& from, const T& value) {
  codec<T>::write(into, value);
  { codec<T>::read(from) } -> std::same_as<T>;
};

namespace detail {

template <class T>
concept number = std::is_arithmetic_v<T> && !std::same_as<T, long double>;

/// The unsigned type of the same width.
template <class T>
using bits_of =
    std::conditional_t<sizeof(T) == 1, std::uint8_t,
                       std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                          std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

template <class T>
inline constexpr bool is_array = false;
template <class Element, std::size_t Count>
inline constexpr bool is_array<std::array<Element, Count>> = true;

/// A class without constructors, bases, private members or C arrays.
template <class T>
concept plain_aggregate = std::is_class_v<T> && std::is_aggregate_v<T> && !is_array<T> && has_plain_fields<T>();

/// Classes that are their bytes only as far as what they hold or see is.
template <class T>
inline constexpr bool is_of_others = std::is_convertible_v<const T&, std::string_view>;
template <class Element, std::size_t size>
inline constexpr bool is_of_others<std::span<Element, size>> = true;
template <class Element>
inline constexpr bool is_of_others<std::optional<Element>> = true;

/// A class that is its bytes, though it hides its members.
template <class T>
concept opaque_bytes = std::is_class_v<T> && std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> &&
                       !std::is_aggregate_v<T> &&
                       !is_of_others<T>;

template <class T>
struct all_storable;
template <class... Fields>
struct all_storable<std::tuple<Fields&...>> {
  static constexpr bool value = (storable<std::remove_const_t<Fields>> && ...);
};

}  // namespace detail

template <detail::number T>
struct codec<T> {
  static void write(byte_writer& into, T value) {
    if constexpr (std::same_as<T, bool>) {
      into.fixed(static_cast<std::uint8_t>(value));
    } else {
      into.fixed(std::bit_cast<detail::bits_of<T>>(value));
    }
  }
  static T read(byte_reader& from) {
    if constexpr (std::same_as<T, bool>) {
      return from.fixed<std::uint8_t>() != 0;
    } else {
      return std::bit_cast<T>(from.fixed<detail::bits_of<T>>());
    }
  }
};

template <class T>
  requires std::is_enum_v<T>
struct codec<T> {
  using number = std::underlying_type_t<T>;
  static void write(byte_writer& into, T value) { codec<number>::write(into, static_cast<number>(value)); }
  static T read(byte_reader& from) { return static_cast<T>(codec<number>::read(from)); }
};

template <>
struct codec<std::string> {
  static void write(byte_writer& into, const std::string& value) {
    into.count(value.size());
    into.bytes(value);
  }
  static std::string read(byte_reader& from) { return std::string(from.bytes(from.length())); }
};

template <storable Element>
struct codec<std::vector<Element>> {
  static void write(byte_writer& into, const std::vector<Element>& value) {
    into.count(value.size());
    for (const Element& one : value) codec<Element>::write(into, one);
  }
  static std::vector<Element> read(byte_reader& from) {
    std::vector<Element> value;
    const std::size_t size = from.length();
    value.reserve(size);
    for (std::size_t index = 0; index < size; ++index) value.push_back(codec<Element>::read(from));
    return value;
  }
};

template <storable Element>
struct codec<std::optional<Element>> {
  static void write(byte_writer& into, const std::optional<Element>& value) {
    codec<bool>::write(into, value.has_value());
    if (value) codec<Element>::write(into, *value);
  }
  static std::optional<Element> read(byte_reader& from) {
    if (!codec<bool>::read(from)) return std::nullopt;
    return codec<Element>::read(from);
  }
};

template <storable Element, std::size_t Count>
struct codec<std::array<Element, Count>> {
  static void write(byte_writer& into, const std::array<Element, Count>& value) {
    for (const Element& one : value) codec<Element>::write(into, one);
  }
  static std::array<Element, Count> read(byte_reader& from) {
    return read_each(from, std::make_index_sequence<Count>{});
  }

private:
  template <std::size_t... Index>
  static std::array<Element, Count> read_each(byte_reader& from, std::index_sequence<Index...>) {
    return {{((void)Index, codec<Element>::read(from))...}};
  }
};

template <storable First, storable Second>
struct codec<std::pair<First, Second>> {
  static void write(byte_writer& into, const std::pair<First, Second>& value) {
    codec<First>::write(into, value.first);
    codec<Second>::write(into, value.second);
  }
  static std::pair<First, Second> read(byte_reader& from) {
    First first = codec<First>::read(from);
    return {std::move(first), codec<Second>::read(from)};
  }
};

template <storable... Parts>
struct codec<std::tuple<Parts...>> {
  static void write(byte_writer& into, const std::tuple<Parts...>& value) {
    std::apply([&](const Parts&... part) { (codec<Parts>::write(into, part), ...); }, value);
  }
  static std::tuple<Parts...> read(byte_reader& from) {
    return std::tuple<Parts...>{codec<Parts>::read(from)...};  // braces: from left to right
  }
};

template <detail::plain_aggregate T>
requires detail::all_storable<decltype(detail::fields_of(std::declval<T&>()))>::value struct codec<T> {
  static void write(byte_writer& into, const T& value) {
    // One byte, since the lengths of lists are checked against what follows.
    if constexpr (std::is_empty_v<T>) into.fixed(std::uint8_t{0});
    std::apply([&](const auto&... field) { (codec<std::remove_cvref_t<decltype(field)>>::write(into, field), ...); },
               detail::fields_of(value));
  }
  static T read(byte_reader& from) {
    if constexpr (std::is_empty_v<T>) static_cast<void>(from.fixed<std::uint8_t>());
    return read_fields(from, static_cast<decltype(detail::fields_of(std::declval<T&>()))*>(nullptr));
  }

private:
  template <class... Fields>
  static T read_fields(byte_reader& from, std::tuple<Fields&...>* /*only its type*/) {
    return T{codec<Fields>::read(from)...};
  }
};

template <detail::opaque_bytes T>
struct codec<T> {
  static void write(byte_writer& into, const T& value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof bytes);
    into.bytes({bytes, sizeof bytes});
  }
  static T read(byte_reader& from) {
    T value;
    std::memcpy(static_cast<void*>(&value), from.bytes(sizeof(T)).data(), sizeof(T));
    return value;
  }
};

/// The bytes of a value.
template <storable T>
[[nodiscard]] std::string stored_bytes(const T& value) {
  std::string bytes;
  byte_writer into{bytes};
  codec<T>::write(into, value);
  return bytes;
}

/// The value of bytes that `stored_bytes` gave.
/// Errors: `failure` with `state_malformed` for other bytes, as far as the types tell.
template <storable T>
[[nodiscard]] T value_of_bytes(std::string_view bytes) {
  byte_reader from{bytes};
  T value = codec<T>::read(from);
  from.expect_end();
  return value;
}

}  // namespace millrace
