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

class replayed_operator {
public:
  explicit replayed_operator(const scenario& asked)
      : asked_(asked.asked), barriers_end_steps_(asked.guarantee == processing_guarantee::at_least_once) {
    begin_again();
  }

  void apply(const operator_call& call) {
    auto& step = all_.made.steps.back();
    if (call.what == call_kind::event) {
      auto& history = keys_.try_emplace(call.event.key, asked_, call.event.key).first->second;
      history.on_event(call.event, now_, all_.made, step, facts_);
    } else if (call.what == call_kind::rise) {
      if (call.to > now_) {
        const watermark from = std::exchange(now_, call.to);
        for (auto& [key, history] : keys_) history.on_rise(from, now_, step, facts_);
      }
      if (call.completed) all_.made.steps.emplace_back();
    } else if (barriers_end_steps_) {
      all_.made.steps.emplace_back();
    }
  }

  /// What follows counts from step 1 again, and what was made is forgotten.
  void begin_again() {
    all_ = {};
    all_.made.steps.emplace_back();
  }

  [[nodiscard]] replay made() {
    all_.open_panes = 0;
    for (const auto& [key, history] : keys_) all_.open_panes += history.panes().size();
    return all_;
  }

private:
  oracle::job asked_;
  bool barriers_end_steps_;
  replay all_;
  oracle::script_facts facts_;
  std::map<std::int64_t, oracle::keyed_history> keys_;
  watermark now_;
};

replay replay_of(const scenario& asked, const std::vector<operator_call>& before,
                 const std::vector<operator_call>& calls) {
  replayed_operator behind(asked);
  for (const auto& call : before) behind.apply(call);
  behind.begin_again();
  for (const auto& call : calls) behind.apply(call);
  return behind.made();
}

/// Events that the operators of all stages have applied.
std::size_t events_in(const recording& seen) {
  std::size_t events = 0;
  for (const auto& stage : seen.stages) {
    for (const auto& actor : stage) {
      events += static_cast<std::size_t>(std::count_if(actor.calls.begin(), actor.calls.end(),
                                                       [](const auto& call) { return call.what == call_kind::event; }));
    }
  }
  return events;
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

std::optional<std::string> violation_of_steps(const char* what, const std::vector<step_mark>& steps,
                                              const std::vector<step_mark>& expected, bool all) {
  if (steps.size() > expected.size() || (all && steps.size() < expected.size())) {
    return fmt::format("{}: {} steps were closed, {} were passed on\n", what, steps.size(), expected.size());
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& got = steps[i];
    const auto& passed = expected[i];
    if (got.step == passed.step && got.stage_watermark == passed.stage_watermark && got.mark == passed.mark &&
        got.idle == passed.idle && got.end == passed.end) {
      continue;
    }
    return fmt::format("{}: step {} says {} and forwards {}, expected are {} and {}\n", what, got.step,
                       got.stage_watermark.milliseconds, got.mark.milliseconds, passed.stage_watermark.milliseconds,
                       passed.mark.milliseconds);
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

shown_rows rows_of(const scenario& asked, const past& before) {
  shown_rows all;
  if (before.empty()) return all;
  for (const auto& calls : before.calls.back()) {
    for (const auto& step : replay_of(asked, {}, calls).made.steps) {
      all.rows.insert(all.rows.end(), step.rows.begin(), step.rows.end());
      all.late.insert(all.late.end(), step.late.begin(), step.late.end());
    }
  }
  return all;
}

std::vector<step_mark> steps_of(const scenario& asked, const std::vector<operator_call>& calls,
                                const std::vector<round_answer>& expected) {
  std::vector<step_mark> steps;
  std::size_t answers = 0;
  step_mark last;
  for (const auto& call : calls) {
    const bool barrier_ends_step =
        call.what == call_kind::freeze && asked.guarantee == processing_guarantee::at_least_once && !last.end;
    if (call.what == call_kind::rise && call.completed) {
      const auto& answer = expected.at(answers++);
      last.stage_watermark = answer.combined;
      last.mark = forwarded_by(asked.asked, answer.combined);
      last.idle = answer.idle;
      last.end = answer.end;
    } else if (!barrier_ends_step) {
      continue;
    }
    ++last.step;
    steps.push_back(last);
  }
  return steps;
}

std::optional<std::string> violation_of_rows(const scenario& asked, const recording& seen,
                                             const std::vector<round_answer>& expected, const past& before) {
  rows_by_place<oracle::result_row> rows;
  rows_by_place<oracle::missed_event> late;
  oracle::outcome totals;
  std::size_t open_panes = 0;
  const std::size_t last = seen.stages.size() - 1;
  for (std::size_t actor = 0; actor < seen.stages[last].size(); ++actor) {
    const auto replayed = replay_of(asked, before.calls_of(last, actor), seen.stages[last][actor].calls);
    for (std::size_t step = 0; step < replayed.made.steps.size(); ++step) {
      for (const auto& each : replayed.made.steps[step].rows) rows[{actor, step + 1, each.key}].push_back(each);
      for (const auto& each : replayed.made.steps[step].late) late[{actor, step + 1, each.key}].push_back(each);
    }
    totals.dropped_late += replayed.made.dropped_late;
    totals.partly_late += replayed.made.partly_late;
    totals.in_gap += replayed.made.in_gap;
    open_panes += replayed.open_panes;
    if (last == 0) continue;
    const auto passed = passing_of(asked.before, before.calls_of(0, actor), seen.stages[0][actor].calls);
    totals.dropped_late += passed.dropped_late;
    open_panes += passed.open_panes;
  }
  const bool all = went_well(seen);
  std::vector<step_mark> steps;
  for (const auto& actor : seen.stages[last]) {
    const auto own = steps_of(asked, actor.calls, expected);
    if (own.size() > steps.size()) steps = own;
  }
  if (auto found = violation_of_steps("rows", seen.rows.steps, steps, all)) return found;
  if (auto found = violation_of_steps("late events", seen.late.steps, steps, all)) return found;
  if (auto found = difference("rows", rows, seen.rows, seen.rows.steps.size())) return found;
  if (auto found = difference("late events", late, seen.late, seen.late.steps.size())) return found;
  // Whether an operator counts on from its past is its own affair.
  if (!all || !before.empty()) return std::nullopt;
  return violation_of_counts(seen, totals, open_panes, events_in(seen));
}

}  // namespace millrace::simulation
