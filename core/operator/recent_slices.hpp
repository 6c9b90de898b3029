// The slices that events mostly fall into, found without a look-up.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
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
    return *pair_[static_cast<std::size_t>(time.milliseconds >= middle_)];  // no branch: it could not be foretold
  }

  void remember(const slice_place& place, slice_type& found) noexcept {
    // "No timestamp" is never covered.
    const std::int64_t start = std::max(place.start.milliseconds, std::numeric_limits<std::int64_t>::min() + 1);
    const std::int64_t end = place.end.milliseconds;
    if (pair_[1] != nullptr && start == end_) {
      pair_[0] = pair_[1];
      start_ = middle_;
      middle_ = start;
    } else if (pair_[1] != nullptr && end == start_) {
      if (pair_[0] != nullptr) {
        pair_[1] = pair_[0];
        end_ = middle_;
      }
      pair_[0] = &found;
      middle_ = start_;
      start_ = start;
      return;
    } else {
      pair_[0] = nullptr;
      start_ = middle_ = start;
    }
    pair_[1] = &found;
    end_ = end;
  }

  void forget() noexcept { *this = {}; }

private:
  static std::uint64_t distance(std::int64_t from, std::int64_t to) noexcept {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  }

  std::array<slice_type*, 2> pair_{};  // the older one is [start_, middle_), the newer one [middle_, end_)
  std::int64_t start_ = 0;
  std::int64_t middle_ = 0;
  std::int64_t end_ = 0;
};

}  // namespace millrace::detail
