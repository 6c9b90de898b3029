// How JSON values and keys are stored: a byte that tells the type, then the value.
#pragma once

#include <cstdint>
#include <millrace/core/codec/codec.hpp>
#include <string>

#include "value/json_key.hpp"
#include "value/json_value.hpp"

template <>
struct millrace::codec<millrace::command::json_value> {
  using value_type = millrace::command::json_value;

  static void write(byte_writer& into, const value_type& value) {
    if (const auto* const boolean = value.boolean()) {
      into.fixed(static_cast<std::uint8_t>(*boolean ? 2 : 1));
    } else if (const auto* const integer = value.integer()) {
      into.fixed(std::uint8_t{3});
      codec<std::int64_t>::write(into, *integer);
    } else if (const auto* const real = value.real()) {
      into.fixed(std::uint8_t{4});
      codec<double>::write(into, *real);
    } else if (const auto* const text = value.text()) {
      into.fixed(std::uint8_t{5});
      codec<std::string>::write(into, *text);
    } else {
      into.fixed(std::uint8_t{0});
    }
  }

  static value_type read(byte_reader& from) {
    switch (from.fixed<std::uint8_t>()) {
      case 0: return value_type{};
      case 1: return value_type{false};
      case 2: return value_type{true};
      case 3: return value_type{codec<std::int64_t>::read(from)};
      case 4: return value_type{codec<double>::read(from)};
      case 5: return value_type{codec<std::string>::read(from)};
      default: throw failure(error_code::state_malformed, "a stored JSON value has a type that does not exist");
    }
  }
};

template <>
struct millrace::codec<millrace::command::json_key> {
  static void write(byte_writer& into, const command::json_key& key) {
    into.count(key.fields.size());
    for (const auto& field : key.fields) codec<command::json_value>::write(into, field);
  }
  static command::json_key read(byte_reader& from) {
    command::json_key key;
    const std::size_t size = from.length();
    for (std::size_t field = 0; field < size; ++field) key.fields.push_back(codec<command::json_value>::read(from));
    return key;
  }
};

/// A column of a row: a scalar, or an array.
template <>
struct millrace::codec<millrace::command::column_value> {
  static void write(byte_writer& into, const command::column_value& value) {
    codec<bool>::write(into, value.index() == 1);
    if (const auto* const scalar = std::get_if<command::json_value>(&value)) {
      codec<command::json_value>::write(into, *scalar);
    } else {
      codec<std::vector<command::json_value>>::write(into, std::get<1>(value));
    }
  }
  static command::column_value read(byte_reader& from) {
    if (codec<bool>::read(from)) return codec<std::vector<command::json_value>>::read(from);
    return codec<command::json_value>::read(from);
  }
};
