#include <algorithm>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/round_grid.hpp>
#include <millrace/core/time/arithmetic.hpp>
#include <string>

namespace millrace {

void round_grid::add(duration step, duration offset) {
  if (step.count() <= 0) {
    throw failure(error_code::internal,
                  "a round grid was given the step " + std::to_string(step.count()) + " ms; accepted: 1 ms or more");
  }
  add({step.count(), above_grid(offset.count(), step.count(), 0)});
}

void round_grid::add(const round_grid& other, duration later) {
  for (const regular& grid : other.grids_) {
    const std::int64_t moved = above_grid(later.count(), grid.step, 0);
    const std::int64_t left = grid.step - grid.offset;  // moved + offset may be above what 64 bits hold
    add({grid.step, moved >= left ? moved - left : moved + grid.offset});
  }
}

void round_grid::add(const regular& grid) {
  if (std::find(grids_.begin(), grids_.end(), grid) == grids_.end()) grids_.push_back(grid);
}

watermark round_grid::next_after(watermark mark) const noexcept {
  watermark next = watermark::final();
  for (const regular& grid : grids_) {
    next = std::min(next, watermark{next_on_grid(mark.milliseconds, grid.step, grid.offset)});
  }
  return next;
}

}  // namespace millrace
