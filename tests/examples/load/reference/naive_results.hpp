// What the reference loops have to find, the slow and obvious way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "input/event.hpp"
#include "options.hpp"
#include "report/result_digest.hpp"

namespace millrace::load {

/// Every window of every event, looked up in an ordered map; sessions from events sorted by time.
class naive_results {
public:
  naive_results(const throughput_options& chosen, std::span<const event> events) : chosen_(chosen) {
    std::vector<event> sorted(events.begin(), events.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const event& a, const event& b) { return a.time < b.time; });
    for (const event& next : sorted) add(next);
  }

  [[nodiscard]] result_digest digest() const {
    result_digest made;
    for (const auto& [at, found] : windows_) {
      const auto& [key, start] = at;
      const time_window window{event_time{start}, event_time{found.end}};
      switch (chosen_.function) {
        case function_kind::sum: made.add(key, window, found.sum); break;
        case function_kind::count: made.add(key, window, found.count); break;
        case function_kind::sum_and_count: made.add(key, window, found.sum, found.count); break;
      }
    }
    return made;
  }

private:
  struct content {
    std::int64_t end = 0;
    std::int64_t sum = 0;
    std::int64_t count = 0;
  };
  using place = std::pair<std::uint64_t, std::int64_t>;

  void add(const event& next) {
    const std::int64_t size = chosen_.window.size.count();
    const std::int64_t time = next.time.milliseconds;
    if (chosen_.window.kind == window_kind::session) return add_to_session(next);
    const std::int64_t slide = chosen_.window.kind == window_kind::tumbling ? size : chosen_.window.slide.count();
    for (std::int64_t start = time / slide * slide; start > time - size; start -= slide) {
      put(windows_[place{next.key, start}], start + size, next);
    }
  }

  void add_to_session(const event& next) {
    const std::int64_t time = next.time.milliseconds;
    const std::int64_t end = time + chosen_.window.size.count();
    auto after = windows_.upper_bound(place{next.key, time});
    const bool joins =
        after != windows_.begin() && std::prev(after)->first.first == next.key && std::prev(after)->second.end >= time;
    put(joins ? std::prev(after)->second : windows_[place{next.key, time}], end, next);
  }

  static void put(content& into, std::int64_t end, const event& next) {
    into.end = end;
    into.sum += next.value;
    ++into.count;
  }

  throughput_options chosen_;
  std::map<place, content> windows_;
};

}  // namespace millrace::load
