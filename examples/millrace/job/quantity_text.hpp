// Durations, sizes and rates as job files write them.
#pragma once

#include <cstdint>
#include <millrace/core/error.hpp>
#include <millrace/core/time/event_time.hpp>
#include <string>
#include <string_view>

namespace millrace::command {

/// Reads "500ms", "5s", "30min", "2h" or "1d"; a minus sign is allowed. Errors: `option_unknown`, naming the forms;
/// `option_out_of_range` when 64 bits of milliseconds do not hold it.
result<duration> parse_duration(std::string_view text);

/// The same duration in its largest whole unit: "90min", "1h".
[[nodiscard]] std::string duration_text(duration length);

/// Reads "512B", "64KiB", "16MiB" or "1GiB" into bytes. Errors: as `parse_duration`.
result<std::uint64_t> parse_size(std::string_view text);

/// Reads "2000/s" into records per second, > 0. Errors: as `parse_duration`.
result<double> parse_rate(std::string_view text);

}  // namespace millrace::command
