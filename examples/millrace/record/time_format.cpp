#include "record/time_format.hpp"

#include <fmt/format.h>
#include <time.h>

#include <cmath>
#include <limits>

#include "record/iso8601.hpp"

namespace millrace::command {
namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

error malformed(std::string message) {
  return {error_code::record_malformed, std::move(message)};
}

std::int64_t floor_divide(std::int64_t number, std::int64_t divisor) noexcept {
  return number / divisor - (number % divisor < 0 ? 1 : 0);
}

// Whole microseconds first, as a decimal number of seconds has no exact double.
double milliseconds_of_seconds(double seconds) noexcept {
  return std::floor(std::round(seconds * 1e6) / 1e3);
}

result<event_time> in_range(double milliseconds) {
  constexpr double limit = 9223372036854775808.0;
  if (milliseconds >= limit || milliseconds <= -limit) {
    return malformed(fmt::format("the time {} ms is out of range", milliseconds));
  }
  return event_time{static_cast<std::int64_t>(milliseconds)};
}

}  // namespace

result<time_format> time_format::make(std::string_view name) {
  if (name == "s") return time_format(kind::seconds, {});
  if (name == "ms") return time_format(kind::milliseconds, {});
  if (name == "us") return time_format(kind::microseconds, {});
  if (name == "ns") return time_format(kind::nanoseconds, {});
  if (name == "iso8601") return time_format(kind::iso8601, {});
  if (name.find('%') != std::string_view::npos) return time_format(kind::pattern, std::string(name));
  return error{error_code::option_unknown,
               fmt::format("\"{}\" is not a time format; accepted: ms, s, us, ns, iso8601 or a strptime pattern such "
                           "as \"%Y-%m-%d %H:%M:%S\" (UTC)",
                           name)};
}

std::string time_format::expected() const {
  switch (kind_) {
    case kind::seconds: return "a number of seconds since 1970";
    case kind::milliseconds: return "a number of milliseconds since 1970";
    case kind::microseconds: return "a number of microseconds since 1970";
    case kind::nanoseconds: return "a number of nanoseconds since 1970";
    case kind::iso8601: return "an ISO 8601 time such as \"2001-01-31T05:06:07.089Z\"";
    case kind::pattern: return fmt::format("text in the form \"{}\"", pattern_);
  }
  return {};
}

result<event_time> time_format::read(std::int64_t number) const {
  if (kind_ == kind::iso8601 || kind_ == kind::pattern) {
    return malformed(fmt::format("{} is not {}", number, expected()));
  }
  if (number == least) {
    return error{error_code::no_timestamp, fmt::format("{} means no timestamp; {} is needed", number, expected())};
  }
  switch (kind_) {
    case kind::microseconds: return event_time{floor_divide(number, 1000)};
    case kind::nanoseconds: return event_time{floor_divide(number, 1'000'000)};
    case kind::seconds: {
      std::int64_t milliseconds = 0;
      if (__builtin_mul_overflow(number, std::int64_t{1000}, &milliseconds)) {
        return malformed(fmt::format("the time {} s is out of range", number));
      }
      return event_time{milliseconds};
    }
    default: return event_time{number};
  }
}

result<event_time> time_format::read(double number) const {
  switch (kind_) {
    case kind::seconds: return in_range(milliseconds_of_seconds(number));
    case kind::milliseconds: return in_range(std::floor(number));
    case kind::microseconds: return in_range(std::floor(number / 1e3));
    case kind::nanoseconds: return in_range(std::floor(number / 1e6));
    default: return malformed(fmt::format("{} is not {}", number, expected()));
  }
}

result<event_time> time_format::read(std::string_view text) const {
  const auto refused = [&] { return malformed(fmt::format("\"{}\" is not {}", text, expected())); };
  if (kind_ == kind::iso8601) {
    const auto milliseconds = parse_iso8601(text);
    if (!milliseconds) return refused();
    return event_time{*milliseconds};
  }
  if (kind_ != kind::pattern) return refused();
  const std::string ended(text);
  tm parts{};
  parts.tm_mday = 1;
  const char* end = strptime(ended.c_str(), pattern_.c_str(), &parts);
  if (end == nullptr || end != ended.c_str() + ended.size()) return refused();
  const std::int64_t offset = parts.tm_gmtoff;
  return event_time{(static_cast<std::int64_t>(timegm(&parts)) - offset) * 1000};
}

}  // namespace millrace::command
