#include "keyed_history.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "aligned_windows.hpp"

namespace millrace::oracle {

namespace {

std::vector<std::int64_t> values_of(const std::vector<element>& elements) {
  std::vector<std::int64_t> values;
  for (const element& each : elements) values.push_back(each.value);
  return values;
}

std::vector<std::int64_t> apply(function_kind function, const pane& to) {
  std::vector<std::int64_t> values = values_of(to.elements);
  switch (function) {
    case function_kind::count: return {static_cast<std::int64_t>(values.size())};
    case function_kind::sum: return {std::accumulate(values.begin(), values.end(), std::int64_t{0})};
    case function_kind::min: return {*std::min_element(values.begin(), values.end())};
    case function_kind::max: return {*std::max_element(values.begin(), values.end())};
    case function_kind::first: return {values.front()};
    case function_kind::last: return {values.back()};
    case function_kind::collect: return values;
    case function_kind::elements:
      values.insert(values.begin(), {to.window.start.milliseconds, to.window.end.milliseconds});
      return values;
  }
  return {};
}

bool holds(const pane& where, const element& wanted) {
  return std::any_of(where.elements.begin(), where.elements.end(),
                     [&](const element& each) { return each.arrival == wanted.arrival; });
}

/// No half-open window covers the end of the time line; what happens then counts for the millisecond before.
event_time covered(event_time time) noexcept {
  return time == event_time::max() ? event_time{time.milliseconds - 1} : time;
}

bool is_reached(event_time time, watermark by) noexcept {
  return by.milliseconds >= time.milliseconds;
}

}  // namespace

void keyed_history::on_event(const step& event, watermark now, outcome& all, step_outcome& made, script_facts& facts) {
  const element arrived{arrivals_++, event.time, event.value, {}};
  if (asked_.window == window_kind::session) {
    on_session_event(arrived, now, all, made, facts);
  } else {
    on_grid_event(arrived, now, all, made, facts);
  }
}

void keyed_history::on_grid_event(const element& arrived, watermark now, outcome& all, step_outcome& made,
                                  script_facts& facts) {
  const std::vector<time_window> windows = windows_over(asked_, covered(arrived.time));
  if (windows.empty()) ++all.in_gap;
  std::vector<time_window> missed;
  element kept = arrived;
  for (const time_window& window : windows) {
    if (is_freed(window, now)) {
      missed.push_back(window);
    } else {
      kept.windows.push_back(window);
    }
  }
  if (!missed.empty()) {
    miss(arrived, missed, now, made);
    if (kept.windows.empty()) {
      ++all.dropped_late;
      facts.late = true;
    } else {
      ++all.partly_late;
      facts.partly_late = true;
    }
  }
  if (kept.windows.empty()) return;
  live_.push_back(kept);
  for (const time_window& window : kept.windows) {
    if (is_reached(window.end, now)) fire(pane_at(panes(), window), made, facts);
  }
}

void keyed_history::on_session_event(const element& arrived, watermark now, outcome& all, step_outcome& made,
                                     script_facts& facts) {
  std::vector<element> with_it = live_;
  with_it.push_back(arrived);
  const std::vector<pane> before = sessions_of(live_);
  const std::vector<pane> after = sessions_of(with_it);
  const pane merged = *std::find_if(after.begin(), after.end(), [&](const pane& each) { return holds(each, arrived); });
  if (is_freed(merged.window, now)) {
    miss(arrived, {merged.window}, now, made);
    ++all.dropped_late;
    facts.late = true;
    return;
  }
  live_ = with_it;
  if (before.size() > after.size()) facts.merged = true;
  absorb(merged.window, made, facts);
  if (is_reached(merged.window.end, now)) fire(merged, made, facts);
}

void keyed_history::miss(const element& event, std::vector<time_window> missed, watermark now,
                         step_outcome& made) const {
  made.late.push_back({key_, event.value, event.time, std::move(missed), now});
}

void keyed_history::absorb(const time_window& merged, step_outcome& made, script_facts& facts) {
  for (auto it = last_fired_.begin(); it != last_fired_.end();) {
    const time_window& old = it->first;
    const bool is_part = merged.start <= old.start && old.end <= merged.end && old != merged;
    if (!is_part) {
      ++it;
      continue;
    }
    facts.merged_after_firing = true;
    if (asked_.mode == emit_mode::retract || asked_.mode == emit_mode::upsert) {
      result_row taken_back = it->second;
      taken_back.kind = row_kind::remove;
      made.rows.push_back(taken_back);
    }
    it = last_fired_.erase(it);
  }
}

void keyed_history::on_rise(watermark from, watermark to, step_outcome& made, script_facts& facts) {
  for (const pane& each : panes()) {
    const bool completes = is_reached(each.window.end, to) && !is_reached(each.window.end, from);
    if (completes) fire(each, made, facts);
    if (is_freed(each.window, to)) free(each, made);
  }
}

void keyed_history::fire(const pane& fired, step_outcome& made, script_facts& facts) {
  if (asked_.mode == emit_mode::final_only) return;
  result_row now = row_of(fired);
  const auto before = last_fired_.find(fired.window);
  if (before == last_fired_.end()) {
    made.rows.push_back(now);
  } else {
    facts.refired = true;
    if (asked_.mode == emit_mode::append) {
      made.rows.push_back(now);
    } else if (before->second.value != now.value) {
      if (asked_.mode == emit_mode::retract) {
        result_row taken_back = before->second;
        taken_back.kind = row_kind::update_before;
        made.rows.push_back(taken_back);
      }
      now.kind = row_kind::update_after;
      made.rows.push_back(now);
    }
  }
  last_fired_.insert_or_assign(fired.window, now);
}

void keyed_history::free(const pane& freed, step_outcome& made) {
  if (asked_.mode == emit_mode::final_only) made.rows.push_back(row_of(freed));
  last_fired_.erase(freed.window);
  std::erase_if(live_, [&](element& each) {
    if (!holds(freed, each)) return false;
    std::erase(each.windows, freed.window);
    return each.windows.empty();
  });
}

std::vector<pane> keyed_history::panes() const {
  std::vector<pane> all = asked_.window == window_kind::session ? sessions_of(live_) : grid_panes();
  std::sort(all.begin(), all.end(), [](const pane& left, const pane& right) {
    return std::pair(left.window.end, left.window.start) < std::pair(right.window.end, right.window.start);
  });
  return all;
}

std::vector<pane> keyed_history::grid_panes() const {
  std::map<time_window, pane> by_window;
  for (const element& each : live_) {
    for (const time_window& window : each.windows) {
      by_window[window].window = window;
      by_window[window].elements.push_back(each);
    }
  }
  std::vector<pane> all;
  for (const auto& [window, found] : by_window) all.push_back(found);
  return all;
}

std::vector<pane> keyed_history::sessions_of(const std::vector<element>& elements) const {
  std::vector<element> by_time = elements;
  std::sort(by_time.begin(), by_time.end(), [](const element& left, const element& right) {
    return std::pair(left.time, left.arrival) < std::pair(right.time, right.arrival);
  });
  std::vector<pane> all;
  for (const element& each : by_time) {
    const event_time start = covered(each.time);
    const event_time end{add_on_the_line(start.milliseconds, asked_.size.count())};
    if (all.empty() || start > all.back().window.end) all.push_back({{start, end}, {}});
    all.back().window.end = end;
    all.back().elements.push_back(each);
  }
  for (pane& session : all) {
    std::sort(session.elements.begin(), session.elements.end(),
              [](const element& left, const element& right) { return left.arrival < right.arrival; });
  }
  return all;
}

bool keyed_history::is_freed(const time_window& window, watermark now) const noexcept {
  if (asked_.allowed_lateness == forever) return now == watermark::final();
  return now.milliseconds >= add_on_the_line(window.end.milliseconds, asked_.allowed_lateness.count());
}

const pane& keyed_history::pane_at(const std::vector<pane>& all, const time_window& window) const {
  for (const pane& each : all) {
    if (each.window == window) return each;
  }
  throw std::logic_error("the oracle lost a pane");
}

result_row keyed_history::row_of(const pane& fired) const {
  return {row_kind::insert, key_, fired.window, apply(asked_.function, fired),
          event_time{add_on_the_line(fired.window.end.milliseconds, -1)}};
}

}  // namespace millrace::oracle
