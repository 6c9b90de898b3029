#include "job/policy_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "job/quantity_text.hpp"

namespace millrace::command {
namespace {

error unknown(std::string_view text, std::string_view accepted) {
  return {error_code::option_unknown, fmt::format("\"{}\" is unknown; accepted: {}", text, accepted)};
}

// What follows `prefix`, if the text begins with it.
std::optional<std::string_view> after(std::string_view prefix, std::string_view text) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return text.substr(prefix.size());
}

result<duration> at_least(duration least, std::string_view text) {
  auto length = parse_duration(text);
  if (length && length.value() < least) {
    return error{error_code::option_out_of_range,
                 fmt::format("\"{}\" is out of range; accepted: at least {}", text, duration_text(least))};
  }
  return length;
}

}  // namespace

result<bad_record> parse_on_error(std::string_view text) {
  if (text == "fail") return bad_record::fail();
  if (text == "skip") return bad_record::skip();
  const auto file = after("quarantine:", text);
  if (!file || file->empty() || *file == "-") return unknown(text, "fail, skip, quarantine:FILE");
  return bad_record::quarantine(std::string(*file));
}

result<report_mode> parse_report(std::string_view text) {
  if (text == "rounds") return report_mode::rounds();
  if (text == "every_record") return report_mode::every_record();
  const auto interval = after("periodic:", text);
  if (!interval) return unknown(text, "rounds, every_record, periodic:INTERVAL such as \"periodic:200ms\"");
  const auto length = at_least(duration{1}, *interval);
  if (!length) return length.error();
  return report_mode::periodic(length.value());
}

result<all_idle_policy> parse_all_idle(std::string_view text) {
  if (text == "flush_max") return all_idle_policy::flush_max();
  if (text == "hold") return all_idle_policy::hold();
  const auto lag = after("wall_clock:", text);
  if (!lag) return unknown(text, "flush_max, hold, wall_clock:LAG such as \"wall_clock:5s\"");
  const auto length = at_least(duration{0}, *lag);
  if (!length) return length.error();
  return all_idle_policy::wall_clock(length.value());
}

result<restart_policy> parse_restart(std::string_view text) {
  if (text == "none") return restart_policy::none();
  const auto refused = unknown(text,
                               "none, fixed:TIMES:PAUSE such as \"fixed:3:1s\", exponential:FIRST:LONGEST such as "
                               "\"exponential:1s:1min\"");
  const auto fixed = after("fixed:", text);
  const auto rest = fixed ? fixed : after("exponential:", text);
  const auto colon = rest ? rest->find(':') : std::string_view::npos;
  if (colon == std::string_view::npos) return refused;
  const auto first = rest->substr(0, colon);
  const auto second = at_least(duration{0}, rest->substr(colon + 1));
  if (!second) return second.error();
  if (fixed) {
    std::size_t times = 0;
    const auto read = std::from_chars(first.data(), first.data() + first.size(), times);
    if (read.ec != std::errc{} || read.ptr != first.data() + first.size()) return refused;
    return restart_policy::fixed(times, second.value());
  }
  const auto pause = at_least(duration{0}, first);
  if (!pause) return pause.error();
  if (pause.value() > second.value()) {
    return error{error_code::option_out_of_range,
                 fmt::format("\"{}\": the first pause is longer than the longest", text)};
  }
  return restart_policy::exponential(pause.value(), second.value());
}

}  // namespace millrace::command
