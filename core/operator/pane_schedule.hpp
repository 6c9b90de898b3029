// When panes are due: a time-ordered index over the panes of all keys.
#pragma once

#include <absl/container/inlined_vector.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <millrace/core/time/event_time.hpp>
#include <optional>

namespace millrace::detail {

/// When a pane is due, and the end of its window, so that panes due together come in the order of their rows.
struct schedule_moment {
  event_time time;
  event_time end;

  constexpr auto operator<=>(const schedule_moment&) const noexcept = default;
};

/// Visits, ordered by moment, then by insertion. A visit names its pane by a place in the state and a ticket; whoever
/// visits finds out whether the pane still holds the ticket, so nothing is ever taken out. Constant time while visits
/// come for few moments at once, else the logarithm of the number of moments. Confined to its operator.
template <class Place>
class pane_schedule {
public:
  struct visit {
    schedule_moment at;
    Place place;
    std::uint64_t ticket;
  };

  void add(const visit& due) {
    if (last_ == buckets_.end() || last_->first != due.at) {
      last_ = buckets_.try_emplace(due.at).first;
    }
    last_->second.push_back({due.place, due.ticket});
  }

  /// The first visit that the watermark has reached, if any. It stays the first until `pop`.
  [[nodiscard]] std::optional<visit> next(watermark now) const {
    if (buckets_.empty()) return std::nullopt;
    const auto& [at, bucket] = *buckets_.begin();
    if (!now.reached(at.time)) return std::nullopt;
    return visit{at, bucket[cursor_].place, bucket[cursor_].ticket};
  }

  void pop() {
    const auto first = buckets_.begin();
    if (++cursor_ < first->second.size()) return;
    cursor_ = 0;
    if (last_ == first) last_ = buckets_.end();
    buckets_.erase(first);
  }

  void clear() noexcept {
    buckets_.clear();
    last_ = buckets_.end();
    cursor_ = 0;
  }

private:
  struct held_ticket {
    Place place;
    std::uint64_t ticket;
  };
  using buckets = std::map<schedule_moment, absl::InlinedVector<held_ticket, 1>>;  // sessions end at times of their own

  buckets buckets_;
  typename buckets::iterator last_ = buckets_.end();  // the bucket added to last: the next visit is mostly for it
  std::size_t cursor_ = 0;                            // into the first bucket
};

}  // namespace millrace::detail
