// Bytes that compare as keys do: what output rows are sorted by.
#pragma once

#include <millrace/actors/connector/order_bytes.hpp>
#include <string>

#include "value/json_key.hpp"
#include "value/json_value.hpp"

template <>
struct millrace::order_bytes<millrace::command::json_value> {
  static void append(std::string& bytes, const command::json_value& value);
};

/// Keys of one job all have the same number of fields.
template <>
struct millrace::order_bytes<millrace::command::json_key> {
  static void append(std::string& bytes, const command::json_key& key);
};
