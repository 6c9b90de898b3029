#include "record/iso8601.hpp"

#include <chrono>

namespace millrace::command {
namespace {

bool is_digit(char character) noexcept {
  return character >= '0' && character <= '9';
}

// Takes text from the front of a view, piece by piece.
class cursor {
public:
  explicit cursor(std::string_view text) : left_(text) {}

  [[nodiscard]] bool done() const noexcept { return left_.empty(); }

  bool skip(char character) noexcept {
    if (left_.empty() || left_.front() != character) return false;
    left_.remove_prefix(1);
    return true;
  }

  // Exactly `digits` digits.
  std::optional<int> number(std::size_t digits) noexcept {
    if (left_.size() < digits) return std::nullopt;
    int value = 0;
    for (std::size_t at = 0; at < digits; ++at) {
      if (!is_digit(left_[at])) return std::nullopt;
      value = value * 10 + (left_[at] - '0');
    }
    left_.remove_prefix(digits);
    return value;
  }

  // The digits of a fraction of a second, in milliseconds.
  std::optional<int> fraction() noexcept {
    if (left_.empty() || !is_digit(left_.front())) return std::nullopt;
    int milliseconds = 0;
    int weight = 100;
    for (; !left_.empty() && is_digit(left_.front()); left_.remove_prefix(1), weight /= 10) {
      milliseconds += (left_.front() - '0') * weight;
    }
    return milliseconds;
  }

private:
  std::string_view left_;
};

std::optional<std::chrono::sys_days> read_date(cursor& text) noexcept {
  const auto year = text.number(4);
  if (!year || !text.skip('-')) return std::nullopt;
  const auto month = text.number(2);
  if (!month || !text.skip('-')) return std::nullopt;
  const auto day = text.number(2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

// "05:06", "05:06:07" or "05:06:07.089" in milliseconds. A leap second is the first second of the next minute.
std::optional<std::int64_t> read_time_of_day(cursor& text) noexcept {
  const auto hour = text.number(2);
  if (!hour || *hour > 23 || !text.skip(':')) return std::nullopt;
  const auto minute = text.number(2);
  if (!minute || *minute > 59) return std::nullopt;
  std::int64_t milliseconds = (*hour * 60 + *minute) * std::int64_t{60'000};
  if (!text.skip(':')) return milliseconds;
  const auto second = text.number(2);
  if (!second || *second > 60) return std::nullopt;
  milliseconds += *second * std::int64_t{1000};
  if (!text.skip('.') && !text.skip(',')) return milliseconds;
  const auto fraction = text.fraction();
  if (!fraction) return std::nullopt;
  return milliseconds + *fraction;
}

// "Z", "+01:00", "-0130" or "+01" in milliseconds to take away; nothing means UTC.
std::optional<std::int64_t> read_zone(cursor& text) noexcept {
  if (text.done() || text.skip('Z') || text.skip('z')) return 0;
  const bool west = text.skip('-');
  if (!west && !text.skip('+')) return std::nullopt;
  const auto hours = text.number(2);
  if (!hours || *hours > 23) return std::nullopt;
  int minutes = 0;
  if (!text.done()) {
    text.skip(':');
    const auto read = text.number(2);
    if (!read || *read > 59) return std::nullopt;
    minutes = *read;
  }
  const auto offset = (*hours * 60 + minutes) * std::int64_t{60'000};
  return west ? -offset : offset;
}

}  // namespace

std::optional<std::int64_t> parse_iso8601(std::string_view text) noexcept {
  cursor left(text);
  const auto date = read_date(left);
  if (!date) return std::nullopt;
  const std::int64_t day = std::chrono::milliseconds(date->time_since_epoch()).count();
  if (left.done()) return day;
  if (!left.skip('T') && !left.skip('t') && !left.skip(' ')) return std::nullopt;
  const auto time = read_time_of_day(left);
  if (!time) return std::nullopt;
  const auto zone = read_zone(left);
  if (!zone || !left.done()) return std::nullopt;
  return day + *time - *zone;
}

}  // namespace millrace::command
