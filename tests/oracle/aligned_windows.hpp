// The oracle's own reading of rules 2 and 16: which windows of a grid cover a time.
#pragma once

#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>
#include <vector>

#include "script.hpp"

namespace millrace::oracle {

/// Every tumbling or sliding window of the job that covers `time`, ascending. Found in exact integers; bounds beyond
/// the time line are cut to its ends.
[[nodiscard]] std::vector<time_window> windows_over(const job& asked, event_time time);

/// `left + right` cut to the time line.
[[nodiscard]] std::int64_t add_on_the_line(std::int64_t left, std::int64_t right) noexcept;

}  // namespace millrace::oracle
