#include "job/quantity_text.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace millrace::command {
namespace {

struct unit {
  std::string_view name;
  std::int64_t factor;
};

constexpr std::array<unit, 5> time_units{
    {{"d", 86'400'000}, {"h", 3'600'000}, {"min", 60'000}, {"s", 1000}, {"ms", 1}}};
constexpr std::array<unit, 4> size_units{{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}}};

error unknown(std::string_view text, std::string_view accepted) {
  return {error_code::option_unknown, fmt::format("\"{}\" is not {}", text, accepted)};
}

template <std::size_t Count>
result<std::int64_t> parse(std::string_view text, const std::array<unit, Count>& units, std::string_view accepted) {
  std::int64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto name = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const auto& known : units) {
    if (known.name != name || end == text.data()) continue;
    std::int64_t value = 0;
    if (code == std::errc{} && !__builtin_mul_overflow(number, known.factor, &value)) return value;
    return error{error_code::option_out_of_range, fmt::format("\"{}\" is out of range", text)};
  }
  return unknown(text, accepted);
}

}  // namespace

result<duration> parse_duration(std::string_view text) {
  const auto milliseconds =
      parse(text, time_units, "a duration; accepted: a whole number and ms, s, min, h or d, such as \"30min\"");
  if (milliseconds.has_error()) return milliseconds.error();
  return duration{milliseconds.value()};
}

std::string duration_text(duration length) {
  if (length.count() == 0) return "0s";
  for (const auto& known : time_units) {
    if (length.count() % known.factor == 0) return fmt::format("{}{}", length.count() / known.factor, known.name);
  }
  return {};
}

result<std::uint64_t> parse_size(std::string_view text) {
  constexpr std::string_view accepted = "a size; accepted: a whole number and B, KiB, MiB or GiB, such as \"16MiB\"";
  const auto bytes = parse(text, size_units, accepted);
  if (bytes.has_error()) return bytes.error();
  if (bytes.value() < 0) return unknown(text, accepted);
  return static_cast<std::uint64_t>(bytes.value());
}

result<double> parse_rate(std::string_view text) {
  constexpr std::string_view accepted = "a rate; accepted: records per second above 0, such as \"2000/s\"";
  double number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (code != std::errc{} || rest != "/s" || !std::isfinite(number) || number <= 0) return unknown(text, accepted);
  return number;
}

}  // namespace millrace::command
