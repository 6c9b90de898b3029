// The slices that events mostly fall into, found without a look-up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <millrace/core/operator/slice.hpp>
#include <millrace/core/operator/slice_grid.hpp>
#include <millrace/core/time/event_time.hpp>

namespace millrace::detail {

/// Up to two neighbouring slices, all of whose windows are still to fire: disorder goes back and forth between two.
/// Confined to its operator.
template <class Contents>
class recent_slices {
public:
  using slice_type = slice<Contents>;

  [[nodiscard]] bool covers(event_time time) const noexcept {
    return distance(start_, time.milliseconds) < distance(start_, end_);
  }
  /// Requires `covers(time)`.
  [[nodiscard]] slice_type& slice_of(event_time time) const noexcept {
    return time.milliseconds < middle_ ? *older_ : *newer_;
  }

  void remember(const slice_place& place, slice_type& found) noexcept {
    // "No timestamp" is never covered.
    const std::int64_t start = std::max(place.start.milliseconds, std::numeric_limits<std::int64_t>::min() + 1);
    const std::int64_t end = place.end.milliseconds;
    if (newer_ != nullptr && start == end_) {
      older_ = newer_;
      start_ = middle_;
      middle_ = start;
    } else if (newer_ != nullptr && end == start_) {
      if (older_ != nullptr) {
        newer_ = older_;
        end_ = middle_;
      }
      older_ = &found;
      middle_ = start_;
      start_ = start;
      return;
    } else {
      older_ = nullptr;
      start_ = middle_ = start;
    }
    newer_ = &found;
    end_ = end;
  }

  void forget() noexcept { *this = {}; }

private:
  static std::uint64_t distance(std::int64_t from, std::int64_t to) noexcept {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  }

  slice_type* older_ = nullptr;  // [start_, middle_)
  slice_type* newer_ = nullptr;  // [middle_, end_)
  std::int64_t start_ = 0;
  std::int64_t middle_ = 0;
  std::int64_t end_ = 0;
};

}  // namespace millrace::detail
