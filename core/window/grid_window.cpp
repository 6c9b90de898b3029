#include <millrace/core/window/grid_window.hpp>

namespace millrace {

void add_ends_to_grid(round_grid& grid, duration size, duration step, duration offset, duration allowed_lateness) {
  const duration end = time_since_grid(event_time{size}, step, -offset);
  grid.add(step, end);
  if (allowed_lateness > duration{0} && allowed_lateness != forever) {
    grid.add(step, time_since_grid(event_time{allowed_lateness}, step, -end));
  }
}

}  // namespace millrace
