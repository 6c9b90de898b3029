#include "run/progress_line.hpp"

#include <fmt/format.h>

#include <array>
#include <millrace/core/time/arithmetic.hpp>
#include <string_view>
#include <utility>

namespace millrace::command {

std::string watermark_text(watermark mark) {
  if (mark == watermark::none()) return "none";
  if (mark == watermark::final()) return "final";
  constexpr std::int64_t year_0 = -62'167'219'200'000;
  constexpr std::int64_t year_10000 = 253'402'300'800'000;
  if (mark.milliseconds < year_0 || mark.milliseconds >= year_10000) return fmt::format("{} ms", mark.milliseconds);
  const std::chrono::sys_time<duration> time{duration{mark.milliseconds}};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{time - day};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count(), clock.subseconds().count());
}

std::string rounded_duration_text(duration length) {
  constexpr std::array<std::pair<std::int64_t, std::string_view>, 4> units{
      {{86'400'000, "d"}, {3'600'000, "h"}, {60'000, "min"}, {1000, "s"}}};
  const auto milliseconds = length.count();
  for (const auto& [factor, name] : units) {
    if (milliseconds / factor >= 10 || milliseconds / factor <= -10) {
      return fmt::format("{}{}", milliseconds / factor, name);
    }
  }
  return fmt::format("{}ms", milliseconds);
}

std::string progress_line::next(const run_progress& progress, std::chrono::duration<double> since_last,
                                event_time now) {
  const auto records = progress.records_read - records_before_;
  records_before_ = progress.records_read;
  const double rate = since_last.count() > 0 ? static_cast<double>(records) / since_last.count() : 0;
  const bool has_lag = progress.combined != watermark::none() && progress.combined != watermark::final();
  const auto lag = has_lag ? rounded_duration_text(now - event_time{progress.combined.milliseconds}) : "-";
  return fmt::format("{:>9.0f} rows/s   watermark {}   lag {}   late {}{}", rate, watermark_text(progress.combined),
                     lag, progress.dropped_late + progress.partly_late, progress.idle ? "   idle" : "");
}

}  // namespace millrace::command
