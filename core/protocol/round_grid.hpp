// The event times that matter downstream: a source ends its round at the record that passes one (rounds, b and c).
#pragma once

#include <cstdint>
#include <millrace/core/time/event_time.hpp>
#include <vector>

namespace millrace {

/// A union of regular grids. Immutable once built; copy freely.
class round_grid {
public:
  /// Adds every time congruent to `offset` modulo `step`; any offset will do. A grid already there is not added again.
  /// Errors: `failure` with `internal` when `step` is not above 0, which the options of windows rule out.
  void add(duration step, duration offset);

  /// Adds every time of `other`, `later` milliseconds later. Requires later >= 0.
  void add(const round_grid& other, duration later);

  /// The least grid time above `mark`, or `watermark::final()` when there is none (an empty grid, or the end of time).
  /// Cost: one division a grid.
  [[nodiscard]] watermark next_after(watermark mark) const noexcept;

  [[nodiscard]] bool empty() const noexcept { return grids_.empty(); }

private:
  struct regular {
    std::int64_t step;
    std::int64_t offset;  // in [0, step)
    bool operator==(const regular&) const = default;
  };
  void add(const regular& grid);

  std::vector<regular> grids_;
};

}  // namespace millrace
