#include "aligned_windows.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace millrace::oracle {

namespace {

__extension__ typedef __int128 exact;

event_time cut(exact time) noexcept {
  constexpr exact least = std::numeric_limits<std::int64_t>::min();
  constexpr exact greatest = std::numeric_limits<std::int64_t>::max();
  return event_time{static_cast<std::int64_t>(std::clamp(time, least, greatest))};
}

}  // namespace

std::int64_t add_on_the_line(std::int64_t left, std::int64_t right) noexcept {
  return cut(exact{left} + exact{right}).milliseconds;
}

std::vector<time_window> windows_over(const job& asked, event_time time) {
  const exact size = asked.size.count();
  const exact slide = asked.window == window_kind::tumbling ? size : exact{asked.slide.count()};
  const exact offset = asked.offset.count();
  const exact at = time.milliseconds;

  const exact above_grid = (at - offset) % slide;
  exact start = at - (above_grid < 0 ? above_grid + slide : above_grid);
  std::vector<time_window> covering;
  for (; start > at - size; start -= slide) covering.push_back({cut(start), cut(start + size)});
  std::reverse(covering.begin(), covering.end());
  return covering;
}

}  // namespace millrace::oracle
