#include "options.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <string_view>
#include <vector>

#include "reference/run_reference.hpp"

namespace millrace::load {

namespace {

struct unit {
  std::string_view name;
  std::int64_t milliseconds;
};
constexpr std::array<unit, 5> units{{{"ms", 1}, {"s", 1000}, {"min", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}}};

constexpr std::int64_t longest = 30LL * 86'400'000;

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char letter : text) {
    if (letter == ':') {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

template <class Number>
result<void> within(const char* option, Number value, Number least, Number greatest) {
  if (value >= least && value <= greatest) return boost::outcome_v2::success();
  return error{error_code::option_out_of_range,
               fmt::format("{} is {}; accepted: {} to {}", option, value, least, greatest)};
}

result<void> within(const char* option, duration value, std::int64_t least) {
  if (value.count() >= least && value.count() <= longest) return boost::outcome_v2::success();
  return error{error_code::option_out_of_range,
               fmt::format("{} is {} ms; accepted: {} ms to 30d", option, value.count(), least)};
}

}  // namespace

result<duration> parse_duration(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view rest = std::string_view(text).substr(static_cast<std::size_t>(end - text.data()));
  for (const unit& known : units) {
    std::int64_t value = 0;
    if (code == std::errc{} && rest == known.name && !__builtin_mul_overflow(number, known.milliseconds, &value)) {
      return duration{value};
    }
  }
  return error{error_code::option_out_of_range,
               fmt::format("\"{}\" is not a duration; accepted: a whole number and ms, s, min, h or d", text)};
}

result<window_choice> parse_window(const std::string& text) {
  const std::vector<std::string> parts = parts_of(text);
  const bool sliding = parts[0] == "sliding" && parts.size() == 3;
  if (!sliding && !((parts[0] == "tumbling" || parts[0] == "session") && parts.size() == 2)) {
    return error{error_code::option_out_of_range,
                 fmt::format("--window is \"{}\"; accepted: tumbling:SIZE, sliding:SIZE:SLIDE or session:GAP", text)};
  }
  window_choice chosen;
  chosen.kind = sliding ? window_kind::sliding : parts[0] == "tumbling" ? window_kind::tumbling : window_kind::session;
  const auto size = parse_duration(parts[1]);
  if (!size) return size.error();
  const auto slide = parse_duration(parts.back());
  if (!slide) return slide.error();
  chosen.size = size.value();
  chosen.slide = slide.value();
  return chosen;
}

result<function_kind> parse_function(const std::string& text) {
  for (const auto known : {function_kind::sum, function_kind::count, function_kind::sum_and_count}) {
    if (text == describe(known)) return known;
  }
  return error{error_code::option_out_of_range,
               fmt::format("--function is \"{}\"; accepted: sum, count or sum,count", text)};
}

result<void> check(const throughput_options& chosen) {
  if (auto checked = within<std::uint64_t>("--keys", chosen.keys, 1, 1'000'000'000); !checked) return checked;
  if (auto checked = within<std::uint64_t>("--events", chosen.events, 1, 1'000'000'000); !checked) return checked;
  if (auto checked = within("--span", chosen.span, 1); !checked) return checked;
  if (auto checked = within("--window size", chosen.window.size, 1); !checked) return checked;
  if (auto checked = within("--window slide", chosen.window.slide, 1); !checked) return checked;
  if (chosen.window.slide > chosen.window.size) {
    return error{error_code::option_out_of_range,
                 fmt::format("--window {}: the slide is longer than the size; accepted: at most the size",
                             describe(chosen.window))};
  }
  if (auto checked = within("--disorder", chosen.disorder, 0); !checked) return checked;
  if (auto checked = within<std::size_t>("--actors", chosen.actors, 1, 128); !checked) return checked;
  if (auto checked = within<std::size_t>("--source-actors", chosen.source_actors, 1, 128); !checked) return checked;
  if (auto checked = within<std::size_t>("--repeat", chosen.repeat, 1, 1000); !checked) return checked;
  if (auto checked = within<std::size_t>("--round", chosen.round, 1, 1 << 20); !checked) return checked;
  constexpr std::uint64_t most_bytes = 4ULL << 30U;
  if (const auto bytes = reference_bytes(chosen); bytes > most_bytes) {
    return error{
        error_code::option_out_of_range,
        fmt::format("the reference loop would hold up to {} MiB for {} keys and {} over {} ms; accepted: {} MiB",
                    bytes >> 20U, chosen.keys, describe(chosen.window), chosen.span.count(), most_bytes >> 20U)};
  }
  return within<std::size_t>("--batch", chosen.batch, 1, 1 << 20);
}

std::string describe(const window_choice& window) {
  switch (window.kind) {
    case window_kind::tumbling: return fmt::format("tumbling:{}ms", window.size.count());
    case window_kind::sliding: return fmt::format("sliding:{}ms:{}ms", window.size.count(), window.slide.count());
    case window_kind::session: return fmt::format("session:{}ms", window.size.count());
  }
  return {};
}

std::string describe(function_kind function) {
  switch (function) {
    case function_kind::sum: return "sum";
    case function_kind::count: return "count";
    case function_kind::sum_and_count: return "sum,count";
  }
  return {};
}

}  // namespace millrace::load
