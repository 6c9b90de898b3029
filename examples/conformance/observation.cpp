#include "observation.hpp"

#include <algorithm>

namespace conformance {

void take_counts(observation& seen, const pipeline_choice& pipeline, std::uint64_t dropped_late,
                 std::uint64_t partly_late, std::uint64_t open_windows) {
  seen.open_windows = open_windows;
  seen.dropped_late = dropped_late;
  seen.partly_late = partly_late;
  if (!pipeline.late_output) return;
  const std::uint64_t counted = dropped_late + partly_late;
  const std::uint64_t came_out = seen.late.size();
  seen.dropped_late = std::max(counted, came_out) - std::min(counted, came_out);
  seen.partly_late = 0;
}

}  // namespace conformance
