// How event times are written in the input.
#pragma once

#include <cstdint>
#include <millrace/core/error.hpp>
#include <millrace/core/time/event_time.hpp>
#include <string>
#include <string_view>

namespace millrace::command {

/// Reads an event time, floored to whole milliseconds; decimals of seconds are rounded to microseconds before.
/// Immutable; share freely.
class time_format {
public:
  /// Takes "s", "ms", "us", "ns" (numbers since 1970), "iso8601" (text; UTC unless it has an offset) or a strptime
  /// pattern (text; UTC unless it reads %z). Errors: `option_unknown`, naming what is accepted.
  static result<time_format> make(std::string_view name);

  /// Errors of all three: `record_malformed` when this format does not take such a value or it is out of range,
  /// `no_timestamp` for the least 64-bit integer.
  [[nodiscard]] result<event_time> read(std::int64_t number) const;
  [[nodiscard]] result<event_time> read(double number) const;
  [[nodiscard]] result<event_time> read(std::string_view text) const;

  /// What a value must be, for messages: "a number of milliseconds".
  [[nodiscard]] std::string expected() const;

private:
  enum class kind : unsigned char { seconds, milliseconds, microseconds, nanoseconds, iso8601, pattern };

  time_format(kind what, std::string pattern) : kind_(what), pattern_(std::move(pattern)) {}

  kind kind_;
  std::string pattern_;
};

}  // namespace millrace::command
