// The stage that passes events through: which of them it sent on, and in which round.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "judge.hpp"

namespace millrace::simulation {

namespace {

/// Behind windows of one millisecond an event goes on with the first rise above its time, else at once.
class passing_stage {
public:
  explicit passing_stage(stage_before what) : what_(what) {}

  void apply(const operator_call& call) {
    if (call.what == call_kind::event && what_ == stage_before::each_event) {
      made_.sent.emplace_back(round_, number_of(call.event.value));
    } else if (call.what == call_kind::event) {
      const auto time = std::min(call.event.time, event_time{event_time::max().milliseconds - 1});
      if (is_due(time)) {
        ++made_.dropped_late;
      } else {
        waiting_.push_back({time, call.event.key, number_of(call.event.value)});
      }
    } else if (call.what == call_kind::rise) {
      now_ = std::max(now_, call.to);
      std::erase_if(waiting_, [&](const auto& each) {
        if (!is_due(each.time)) return false;
        made_.sent.emplace_back(round_, each.number);
        return true;
      });
      if (call.completed) ++round_;
    }
  }

  /// What follows counts from round 1 again, and what was made is forgotten.
  void begin_again() {
    made_ = {};
    round_ = 1;
  }

  [[nodiscard]] passing made() {
    std::set<std::pair<event_time, std::int64_t>> panes;
    for (const auto& each : waiting_) panes.emplace(each.time, each.key);
    made_.open_panes = panes.size();
    return made_;
  }

private:
  struct waiting_event {
    event_time time;
    std::int64_t key;
    std::size_t number;
  };

  [[nodiscard]] bool is_due(event_time time) const { return now_.milliseconds > time.milliseconds; }

  stage_before what_;
  passing made_;
  std::vector<waiting_event> waiting_;
  watermark now_;
  round_number round_ = 1;
};

}  // namespace

passing passing_of(stage_before what, const std::vector<operator_call>& before,
                   const std::vector<operator_call>& calls) {
  passing_stage stage(what);
  for (const auto& call : before) stage.apply(call);
  stage.begin_again();
  for (const auto& call : calls) stage.apply(call);
  return stage.made();
}

std::optional<std::string> violation_of_passing(const scenario& asked, const recording& seen, const past& before) {
  if (asked.before == stage_before::none) return std::nullopt;
  using sent = std::set<std::tuple<std::size_t, round_number,
                                   std::size_t>>;  // actor, round, event
  sent expected;
  for (std::size_t actor = 0; actor < seen.stages[0].size(); ++actor) {
    const auto made = passing_of(asked.before, before.calls_of(0, actor), seen.stages[0][actor].calls);
    for (const auto& [round, number] : made.sent) expected.emplace(actor, round, number);
  }
  sent got;
  for (const auto& each : seen.arrivals) {
    if (each.stage == 1) got.emplace(each.input, each.round, each.number);
  }
  for (const auto& [actor, round, number] : got) {
    if (expected.contains({actor, round, number})) continue;
    return fmt::format("actor {} sent event {} on in round {}, which was not due\n", actor, number, round);
  }
  if (!went_well(seen) || got.size() == expected.size()) return std::nullopt;
  return fmt::format("{} of {} events were sent on to the second stage\n", got.size(), expected.size());
}

}  // namespace millrace::simulation
