// Times and policies in words, for `explain` and messages.
#pragma once

#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/all_idle.hpp>
#include <string>

namespace millrace {

/// "5000 ms".
[[nodiscard]] std::string in_milliseconds(duration length);
/// "flush_max", "hold" or "wall_clock 5000 ms".
[[nodiscard]] std::string words_of(const all_idle_policy& policy);
/// "rounds", "every_record" or "periodic 200 ms".
[[nodiscard]] std::string words_of(const report_mode& report);

}  // namespace millrace
