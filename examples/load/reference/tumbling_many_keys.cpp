#include "reference/tumbling_many_keys.hpp"

#include <cstdint>
#include <limits>
#include <list>
#include <utility>

#include "reference/flat_totals.hpp"
#include "reference/totals.hpp"

namespace millrace::load {

namespace {

template <class Total>
class open_windows {
public:
  open_windows(std::int64_t size, std::int64_t disorder) : size_(size), disorder_(disorder) {}

  void add(const event& added) {
    const std::int64_t time = added.time.milliseconds;
    if (time < start_ || time >= start_ + size_) turn_to(time);
    table_->add(added.key, added.value);
  }

  result_digest finish() {
    close(open_.begin(), open_.end());
    return digest_;
  }

private:
  struct window {
    std::int64_t start = 0;
    flat_totals<Total> totals{};
  };
  using windows = std::list<window>;

  [[gnu::noinline]] void turn_to(std::int64_t time) {
    start_ = time / size_ * size_;
    for (window& each : open_) {
      if (each.start == start_) {
        table_ = &each.totals;
        return;
      }
    }
    // Only a new window says that time has gone on: close what an event this much later could no longer be of.
    for (auto each = open_.begin(); each != open_.end();) {
      const auto closed = each++;
      if (closed->start + size_ <= time - disorder_) close(closed, each);
    }
    if (free_.empty()) free_.emplace_back();
    open_.splice(open_.end(), free_, free_.begin());
    open_.back().start = start_;
    table_ = &open_.back().totals;
  }

  void close(typename windows::iterator from, typename windows::iterator to) {
    for (auto each = from; each != to; ++each) {
      const time_window told{event_time{each->start}, event_time{each->start + size_}};
      each->totals.hand_over([&](std::uint64_t key, const Total& total) { total.tell(digest_, key, told); });
    }
    free_.splice(free_.end(), open_, from, to);
  }

  std::int64_t size_;
  std::int64_t disorder_;
  std::int64_t start_ = std::numeric_limits<std::int64_t>::min() / 2;  // of the window of the last event
  flat_totals<Total>* table_ = nullptr;
  windows open_;
  windows free_;
  result_digest digest_;
};

}  // namespace

template <class Total>
result_digest tumbling_many_keys(std::span<const event> events, duration size, duration disorder) {
  open_windows<Total> open(size.count(), disorder.count());
  for (const event& next : events) open.add(next);
  return open.finish();
}

template result_digest tumbling_many_keys<sum_total>(std::span<const event>, duration, duration);
template result_digest tumbling_many_keys<count_total>(std::span<const event>, duration, duration);
template result_digest tumbling_many_keys<sum_and_count_total>(std::span<const event>, duration, duration);

}  // namespace millrace::load
