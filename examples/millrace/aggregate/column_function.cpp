#include "aggregate/column_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace millrace::command {
namespace {

constexpr std::array<std::pair<std::string_view, column_kind>, 10> functions{
    {{"count", column_kind::count},
     {"sum", column_kind::sum},
     {"min", column_kind::min},
     {"max", column_kind::max},
     {"mean", column_kind::mean},
     {"first", column_kind::first},
     {"last", column_kind::last},
     {"count_distinct", column_kind::count_distinct},
     {"top", column_kind::top},
     {"collect", column_kind::collect}}};

error unknown(std::string_view text) {
  return {error_code::option_unknown,
          fmt::format("\"{}\" is not an aggregate; accepted: count, sum:field, min:field, max:field, mean:field, "
                      "first:field, last:field, count_distinct:field, top:N:field, collect:field",
                      text)};
}

result<std::size_t> parse_n(std::string_view text, std::string_view whole) {
  std::size_t n = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (code != std::errc{} || end != text.data() + text.size() || n < 1 || n > 1'000'000) {
    return error{error_code::option_out_of_range,
                 fmt::format("\"{}\": the N of top:N:field is a number from 1 to 1000000", whole)};
  }
  return n;
}

}  // namespace

result<column_function> parse_column_function(std::string_view text) {
  const auto colon = text.find(':');
  const auto name = text.substr(0, colon);
  const auto* known = std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.first == name; });
  if (known == functions.end()) return unknown(text);
  column_function function{.kind = known->second, .field = {}, .n = 0};
  if (colon != std::string_view::npos) function.field = text.substr(colon + 1);
  if (function.kind == column_kind::top) {
    const auto second = function.field.find(':');
    if (second == std::string::npos) return unknown(text);
    auto n = parse_n(std::string_view(function.field).substr(0, second), text);
    if (n.has_error()) return n.error();
    function.n = n.value();
    function.field.erase(0, second + 1);
  }
  const bool field_missing = function.field.empty();
  const bool counts_rows = function.kind == column_kind::count && colon == std::string_view::npos;
  if (field_missing && !counts_rows) return unknown(text);
  return function;
}

}  // namespace millrace::command
