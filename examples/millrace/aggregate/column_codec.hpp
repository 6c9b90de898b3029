// How what a column remembers of a window is stored.
#pragma once

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <millrace/core/aggregate/aggregates.hpp>
#include <millrace/core/codec/codec.hpp>
#include <set>
#include <vector>

#include "aggregate/column_aggregate.hpp"
#include "value/json_codec.hpp"

template <>
struct millrace::codec<std::set<millrace::command::json_value>> {
  using values = std::vector<command::json_value>;

  static void write(byte_writer& into, const std::set<command::json_value>& all) {
    into.count(all.size());
    for (const auto& one : all) codec<command::json_value>::write(into, one);
  }
  static std::set<command::json_value> read(byte_reader& from) {
    std::set<command::json_value> all;
    for (auto& one : codec<values>::read(from)) all.insert(all.end(), std::move(one));
    return all;
  }
};

template <>
struct millrace::codec<millrace::command::column_accumulator> {
  using accumulator = command::column_accumulator;

  static void write(byte_writer& into, const accumulator& value) {
    into.fixed(static_cast<std::uint8_t>(value.index()));
    std::visit([&](const auto& held) { codec<std::remove_cvref_t<decltype(held)>>::write(into, held); }, value);
  }
  static accumulator read(byte_reader& from) { return read_one<0>(from, from.fixed<std::uint8_t>()); }

private:
  template <std::size_t Index>
  static accumulator read_one(byte_reader& from, std::size_t index) {
    if constexpr (Index == std::variant_size_v<accumulator>) {
      throw failure(error_code::state_malformed, "a stored column is of a kind that does not exist");
    } else {
      if (index > Index) return read_one<Index + 1>(from, index);
      return codec<std::variant_alternative_t<Index, accumulator>>::read(from);
    }
  }
};

template <>
struct millrace::codec<millrace::command::column_aggregate::accumulator> {
  using accumulators = command::column_aggregate::accumulator;

  static void write(byte_writer& into, const accumulators& all) {
    into.count(all.size());
    for (const auto& one : all) codec<command::column_accumulator>::write(into, one);
  }
  static accumulators read(byte_reader& from) {
    accumulators all;
    const std::size_t size = from.length();
    for (std::size_t column = 0; column < size; ++column) all.push_back(codec<command::column_accumulator>::read(from));
    return all;
  }
};
