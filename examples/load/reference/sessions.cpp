#include "reference/sessions.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "reference/key_rows.hpp"
#include "reference/totals.hpp"

namespace millrace::load {

namespace {

template <class Total>
struct open_session {
  std::int64_t start = 0;
  std::int64_t end = 0;
  Total total{};
};

template <class Total>
class session_rows {
public:
  session_rows(std::int64_t gap, std::int64_t disorder) : gap_(gap), disorder_(disorder) {}

  void add(const event& added) {
    const std::int64_t time = added.time.milliseconds;
    const std::uint32_t row = rows_.row_of(added.key);
    if (row >= newest_.size()) lengthen();
    session& last = newest_[row];
    if (time < last.start || time > last.end) return add_elsewhere(row, added);
    last.end = std::max(last.end, time + gap_);
    last.total.add(added.value);
  }

  result_digest finish() {
    for (std::size_t row = 0; row < newest_.size(); ++row) {
      tell(row, newest_[row]);
      for (const session& each : older_[row]) tell(row, each);
    }
    return digest_;
  }

private:
  using session = open_session<Total>;

  void lengthen() {
    newest_.resize(newest_.size() * 2 + 64);
    older_.resize(newest_.size());
  }

  /// Begins a session, or joins those that the event touches. Sessions of a row never touch one another.
  [[gnu::noinline]] void add_elsewhere(std::size_t row, const event& added) {
    const std::int64_t time = added.time.milliseconds;
    session joined{.start = time, .end = time + gap_};
    joined.total.add(added.value);
    std::vector<session>& older = older_[row];
    if (older.empty() && newest_[row].end < time - disorder_) {
      tell(row, newest_[row]);
      newest_[row] = joined;
      return;
    }
    older.push_back(newest_[row]);
    std::erase_if(older, [&](const session& each) {
      if (!each.total.any()) return true;
      if (each.start <= joined.end && joined.start <= each.end) {
        joined.start = std::min(joined.start, each.start);
        joined.end = std::max(joined.end, each.end);
        joined.total.add(each.total);
        return true;
      }
      const bool out_of_reach = each.end < time - disorder_;
      if (out_of_reach) tell(row, each);
      return out_of_reach;
    });
    // The newest is the one that later events are likely to be of.
    const auto latest = std::max_element(older.begin(), older.end(),
                                         [](const session& a, const session& b) { return a.start < b.start; });
    if (latest != older.end() && latest->start > joined.start) std::swap(*latest, joined);
    newest_[row] = joined;
  }

  void tell(std::size_t row, const session& ended) {
    if (ended.total.any()) {
      ended.total.tell(digest_, rows_.keys()[row], {event_time{ended.start}, event_time{ended.end}});
    }
  }

  std::int64_t gap_;
  std::int64_t disorder_;
  key_rows rows_;
  std::vector<session> newest_;              // by row
  std::vector<std::vector<session>> older_;  // by row
  result_digest digest_;
};

}  // namespace

template <class Total>
result_digest sessions(std::span<const event> events, duration gap, duration disorder) {
  session_rows<Total> kept(gap.count(), disorder.count());
  for (const event& next : events) kept.add(next);
  return kept.finish();
}

template result_digest sessions<sum_total>(std::span<const event>, duration, duration);
template result_digest sessions<count_total>(std::span<const event>, duration, duration);
template result_digest sessions<sum_and_count_total>(std::span<const event>, duration, duration);

}  // namespace millrace::load
