// What the tests of assigners share.
#pragma once

#include <cstdint>
#include <limits>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>
#include <ostream>
#include <vector>

namespace millrace {

inline std::ostream& operator<<(std::ostream& out, time_window window) {
  return out << '[' << window.start.milliseconds << ", " << window.end.milliseconds << ')';
}
inline std::ostream& operator<<(std::ostream& out, watermark mark) {
  return out << mark.milliseconds;
}

namespace testing {

inline constexpr std::int64_t first_moment = std::numeric_limits<std::int64_t>::min() + 1;
inline constexpr std::int64_t last_moment = std::numeric_limits<std::int64_t>::max();

inline time_window window(std::int64_t start, std::int64_t end) {
  return {event_time{start}, event_time{end}};
}

template <class Assigner>
std::vector<time_window> windows_of(const Assigner& assigner, std::int64_t time) {
  std::vector<time_window> found;
  assigner.for_each_window(event_time{time}, [&](time_window visited) { found.push_back(visited); });
  return found;
}

/// The times above `from` at which rounds end, `count` of them.
inline std::vector<watermark> grid_after(const round_grid& grid, std::int64_t from, int count) {
  std::vector<watermark> found;
  watermark mark{from};
  for (int index = 0; index < count; ++index) found.push_back(mark = grid.next_after(mark));
  return found;
}

}  // namespace testing
}  // namespace millrace
