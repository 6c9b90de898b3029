// A place in a file of lines that can be found again in another run.
#pragma once

#include <cstdint>
#include <string>

namespace millrace {

/// The end of a line, and enough of the file to tell whether it is still the same one.
struct line_mark {
  std::string path;
  std::uint64_t inode = 0;
  std::uint64_t offset = 0;      ///< Of the first byte that was not given.
  std::uint64_t line = 0;        ///< The number of the last line before it.
  std::uint64_t head_bytes = 0;  ///< The first bytes of the file, 4096 at most and none behind the offset, ...
  std::uint64_t head_hash = 0;   ///< ... and `hash_bytes` of them.
  bool inside_line = false;      ///< What follows, up to the end of the line, belongs to a line that was too long.

  bool operator==(const line_mark&) const = default;
};

}  // namespace millrace
