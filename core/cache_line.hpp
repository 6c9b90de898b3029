// What keeps objects of different actors out of each other's cache lines.
#pragma once

#include <cstddef>

namespace millrace {

/// Objects that one actor writes while another one works on its own are aligned to this many bytes: two lines, since
/// processors fetch lines in pairs. Without it a run may be three times slower, depending on where the heap puts them
/// (decision 9).
inline constexpr std::size_t apart_in_cache = 128;

}  // namespace millrace
