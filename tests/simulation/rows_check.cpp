// Rows and late events: what the oracle makes of the events and rises in the order in which the operators had them.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "judge.hpp"
#include "tests/oracle/aligned_windows.hpp"
#include "tests/oracle/keyed_history.hpp"

namespace millrace::simulation {

namespace {

/// What the operator of one key-group actor had to make, by step: the rows up to and including answer n are step n.
struct replay {
  oracle::outcome made;
  std::size_t open_panes = 0;
};

replay replay_of(const oracle::job& asked, const std::vector<operator_call>& calls) {
  replay all;
  oracle::script_facts facts;
  std::map<std::int64_t, oracle::keyed_history> keys;
  watermark now;
  all.made.steps.emplace_back();
  for (const auto& call : calls) {
    auto& step = all.made.steps.back();
    if (!call.is_rise) {
      auto& history = keys.try_emplace(call.event.key, asked, call.event.key).first->second;
      history.on_event(call.event, now, all.made, step, facts);
      continue;
    }
    if (call.to > now) {
      const watermark from = std::exchange(now, call.to);
      for (auto& [key, history] : keys) history.on_rise(from, now, step, facts);
    }
    if (call.completed) all.made.steps.emplace_back();
  }
  for (const auto& [key, history] : keys) all.open_panes += history.panes().size();
  return all;
}

/// The rows of one key, from one actor, in one step.
template <class Row>
using rows_by_place = std::map<std::tuple<std::size_t, step_number, std::int64_t>, std::vector<Row>>;

template <class Row>
std::string listed(const std::vector<Row>& rows) {
  std::string text;
  for (const auto& each : rows) text += "    " + oracle::text_of(each) + "\n";
  return text.empty() ? "    nothing\n" : text;
}

template <class Row>
std::optional<std::string> difference(const char* what, rows_by_place<Row> expected, const sink_record<Row>& sink,
                                      step_number closed) {
  rows_by_place<Row> got;
  for (const auto& each : sink.rows) got[{each.input, each.step, each.row.key}].push_back(each.row);
  for (const auto& [place, rows] : got) expected.try_emplace(place);
  for (auto& [place, wanted] : expected) {
    const auto& [actor, step, key] = place;
    const auto& rows = got[place];
    // Of a step that is not closed some rows may be written, from the first on.
    auto compared = wanted;
    if (step > closed && rows.size() < wanted.size()) {
      compared.erase(compared.begin() + static_cast<std::ptrdiff_t>(rows.size()), compared.end());
    }
    if (compared == rows) continue;
    return fmt::format("{} of key {} from actor {} in step {}\n  expected\n{}  got\n{}", what, key, actor, step,
                       listed(wanted), listed(rows));
  }
  return std::nullopt;
}

watermark forwarded_by(const oracle::job& asked, watermark own) {
  if (asked.mode != oracle::emit_mode::final_only || own == watermark::final()) return own;
  if (asked.allowed_lateness == forever) return watermark::none();
  return watermark{oracle::add_on_the_line(own.milliseconds, -asked.allowed_lateness.count())};
}

std::optional<std::string> violation_of_steps(const scenario& asked, const char* what,
                                              const std::vector<step_mark>& steps,
                                              const std::vector<round_answer>& expected, bool all) {
  if (steps.size() > expected.size() || (all && steps.size() < expected.size())) {
    return fmt::format("{}: {} steps were closed, there were {} answers\n", what, steps.size(), expected.size());
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& step = steps[i];
    const auto& answer = expected[i];
    if (step.step == answer.number && step.stage_watermark == answer.combined && step.idle == answer.idle &&
        step.end == answer.end && step.mark == forwarded_by(asked.asked, answer.combined)) {
      continue;
    }
    return fmt::format("{}: step {} says {} and forwards {}, the answer was {}\n", what, step.step,
                       step.stage_watermark.milliseconds, step.mark.milliseconds, answer.combined.milliseconds);
  }
  return std::nullopt;
}

std::optional<std::string> violation_of_counts(const recording& seen, const oracle::outcome& made,
                                               std::size_t open_panes, std::size_t events) {
  const auto& counts = seen.outcome->value().counts;
  const auto differ = [](const char* what, std::uint64_t expected, std::uint64_t got) -> std::optional<std::string> {
    if (expected == got) return std::nullopt;
    return fmt::format("{}: expected {}, counted {}\n", what, expected, got);
  };
  if (auto found = differ("events", events, counts.events)) return found;
  if (auto found = differ("dropped late", made.dropped_late, counts.dropped_late)) return found;
  if (auto found = differ("partly late", made.partly_late, counts.partly_late)) return found;
  if (auto found = differ("in a gap", made.in_gap, counts.in_gap)) return found;
  return differ("open panes", open_panes, counts.open_panes);
}

}  // namespace

std::optional<std::string> violation_of_rows(const scenario& asked, const recording& seen,
                                             const std::vector<round_answer>& expected) {
  rows_by_place<oracle::result_row> rows;
  rows_by_place<oracle::missed_event> late;
  oracle::outcome totals;
  std::size_t open_panes = 0;
  std::size_t events = 0;
  for (std::size_t actor = 0; actor < seen.key_groups.size(); ++actor) {
    const auto& calls = seen.key_groups[actor].calls;
    const auto replayed = replay_of(asked.asked, calls);
    for (std::size_t step = 0; step < replayed.made.steps.size(); ++step) {
      for (const auto& each : replayed.made.steps[step].rows) rows[{actor, step + 1, each.key}].push_back(each);
      for (const auto& each : replayed.made.steps[step].late) late[{actor, step + 1, each.key}].push_back(each);
    }
    totals.dropped_late += replayed.made.dropped_late;
    totals.partly_late += replayed.made.partly_late;
    totals.in_gap += replayed.made.in_gap;
    open_panes += replayed.open_panes;
    events += static_cast<std::size_t>(
        std::count_if(calls.begin(), calls.end(), [](const auto& call) { return !call.is_rise; }));
  }
  const bool all = went_well(seen);
  if (auto found = violation_of_steps(asked, "rows", seen.rows.steps, expected, all)) return found;
  if (auto found = violation_of_steps(asked, "late events", seen.late.steps, expected, all)) return found;
  if (auto found = difference("rows", rows, seen.rows, seen.rows.steps.size())) return found;
  if (auto found = difference("late events", late, seen.late, seen.late.steps.size())) return found;
  if (!all) return std::nullopt;
  return violation_of_counts(seen, totals, open_panes, events);
}

}  // namespace millrace::simulation
