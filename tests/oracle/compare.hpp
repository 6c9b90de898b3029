// Compares what an engine made of a script with what the oracle expects.
#pragma once

#include <optional>
#include <string>

#include "script.hpp"

namespace millrace::oracle {

/// The first difference in words, or nothing. Step by step: the rows of each key as a sequence and all rows of a rise
/// in order of time, late events, the combined watermark and idle status, what goes downstream, open panes; then the
/// counts, and that nothing is open at the end.
[[nodiscard]] std::optional<std::string> difference_by_step(const outcome& expected, const outcome& got);

/// The same for an engine whose steps are not those of the script: over the whole script the rows and the late events
/// of each key, the combined watermarks, idle statuses and what goes downstream as sequences; then the counts, and that
/// nothing is open at the end.
[[nodiscard]] std::optional<std::string> difference_by_key(const outcome& expected, const outcome& got);

}  // namespace millrace::oracle
