// ISO 8601 dates and times.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace millrace::command {

/// The milliseconds since 1970 of "2001-01-31", "2001-01-31T05:06", "2001-01-31 05:06:07.089Z" or "…+01:00"; digits
/// beyond milliseconds are cut off. Without an offset the time is UTC. Empty when `text` is none of these.
[[nodiscard]] std::optional<std::int64_t> parse_iso8601(std::string_view text) noexcept;

}  // namespace millrace::command
