// Is this text UTF-8?
#pragma once

#include <cstddef>
#include <string_view>

namespace millrace {

/// The length of the longest valid start of `text`: `text.size()` when all of it is UTF-8 (RFC 3629: nothing overlong,
/// no surrogates, nothing above U+10FFFF). NUL is a character like others. Cost: linear; ASCII goes 32 bytes at a time.
[[nodiscard]] std::size_t valid_utf8_length(std::string_view text) noexcept;

}  // namespace millrace
