// Barriers cut the run in two: what came before, everywhere, and what came after.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <millrace/core/key/key_hash.hpp>
#include <utility>

#include "judge.hpp"

namespace millrace::simulation {

namespace {

/// The call with which an operator was frozen for the epoch; the number of calls if there is none.
std::size_t freeze_in(const std::vector<operator_call>& calls, const epoch_changes& epoch, std::size_t stage,
                      std::size_t actor) {
  for (const auto& member : epoch.members) {
    const auto* changes = std::get_if<stage_changes>(&member);
    if (changes == nullptr || changes->exchange != stage || changes->actor != actor || changes->sets.empty()) continue;
    const auto found = std::find_if(calls.begin(), calls.end(), [&](const auto& call) {
      return call.what == call_kind::freeze && call.changes == changes->sets.back();
    });
    return static_cast<std::size_t>(found - calls.begin());
  }
  return calls.size();
}

std::size_t rises_before(const std::vector<operator_call>& calls, std::size_t end) {
  return static_cast<std::size_t>(std::count_if(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(end),
                                                [](const auto& call) { return call.what == call_kind::rise; }));
}

/// The last round of each input that is answered by the first `answers` answers.
std::map<input_id, round_number> rounds_in(const std::vector<round_answer>& expected, std::size_t answers) {
  std::map<input_id, round_number> rounds;
  for (std::size_t i = 0; i < answers; ++i) rounds[expected[i].input] = expected[i].round;
  return rounds;
}

/// `rounds`: the last round of each input before the barrier.
std::optional<std::string> violation_in_events(const scenario& asked, const recording& seen, const epoch_changes& epoch,
                                               std::size_t stage, std::size_t actor,
                                               const std::map<input_id, round_number>& rounds) {
  std::map<std::size_t, std::pair<input_id, round_number>> arrived;
  for (const auto& each : seen.arrivals) {
    if (each.stage == stage) arrived[each.number] = {each.input, each.round};
  }
  const auto& calls = seen.stages[stage][actor].calls;
  const std::size_t frozen = freeze_in(calls, epoch, stage, actor);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].what != call_kind::event) continue;
    const auto number = number_of(calls[i].event.value);
    const auto [input, round] = arrived.at(number);
    const auto last = rounds.find(input);
    const bool belongs_before = last != rounds.end() && round <= last->second;
    if (belongs_before == (i < frozen)) continue;
    if (asked.guarantee == processing_guarantee::at_least_once && !belongs_before) continue;
    return fmt::format("event {} of round {} of input {} is on the wrong side of barrier {}\n", number, round, input,
                       epoch.epoch);
  }
  return std::nullopt;
}

std::optional<std::string> violation_in_epoch(const scenario& asked, const recording& seen, const epoch_changes& epoch,
                                              const std::vector<round_answer>& expected) {
  const auto& first = seen.stages[0][0].calls;
  const std::size_t answers = rises_before(first, freeze_in(first, epoch, 0, 0));
  for (std::size_t stage = 0; stage < seen.stages.size(); ++stage) {
    for (std::size_t actor = 0; actor < seen.stages[stage].size(); ++actor) {
      const auto& calls = seen.stages[stage][actor].calls;
      const std::size_t frozen = freeze_in(calls, epoch, stage, actor);
      if (frozen == calls.size()) return fmt::format("actor {} was not frozen for epoch {}\n", actor, epoch.epoch);
      if (rises_before(calls, frozen) != answers) {
        return fmt::format(
            "actor {} of stage {} was frozen for epoch {} after "
            "{} answers, another after {}\n",
            actor, stage, epoch.epoch, rises_before(calls, frozen), answers);
      }
    }
  }
  const auto rounds = rounds_in(expected, answers);
  for (const auto& [place, reports] : seen.rounds_before_barrier) {
    if (place.first != epoch.epoch) continue;
    const auto last = rounds.find(place.second);
    const round_number answered = last == rounds.end() ? 0 : last->second;
    if (answered == reports) continue;
    if (asked.guarantee == processing_guarantee::at_least_once && answered > reports) continue;
    return fmt::format(
        "input {} sent barrier {} after round {}, it was "
        "aligned after round {}\n",
        place.second, epoch.epoch, reports, answered);
  }
  const auto& last = seen.stages.back()[0].calls;
  const auto frozen = last.begin() + static_cast<std::ptrdiff_t>(freeze_in(last, epoch, seen.stages.size() - 1, 0));
  const auto steps = steps_of(asked, {last.begin(), frozen + 1}, expected).size();
  for (const auto& member : epoch.members) {
    const auto* sink = std::get_if<sink_changes>(&member);
    if (sink == nullptr || sink->closed == steps) continue;
    return fmt::format("sink {} had closed {} steps at barrier {}, there were {}\n", sink->sink, sink->closed,
                       epoch.epoch, steps);
  }
  std::map<input_id, round_number> rounds_behind;
  for (std::size_t actor = 0; actor < seen.stages[0].size(); ++actor) {
    rounds_behind[static_cast<input_id>(actor)] = answers;
  }
  for (std::size_t stage = 0; stage < seen.stages.size(); ++stage) {
    for (std::size_t actor = 0; actor < seen.stages[stage].size(); ++actor) {
      const auto& before = stage == 0 ? rounds : rounds_behind;
      if (auto found = violation_in_events(asked, seen, epoch, stage, actor, before)) return found;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> violation_of_epochs(const scenario& asked, const recording& seen,
                                               const std::vector<round_answer>& expected) {
  epoch_number last = 0;
  for (const auto& epoch : seen.epochs) {
    if (epoch.epoch <= last) return fmt::format("epoch {} was completed after epoch {}\n", epoch.epoch, last);
    last = epoch.epoch;
    if (auto found = violation_in_epoch(asked, seen, epoch, expected)) return found;
  }
  return std::nullopt;
}

past dealt_to(const scenario& asked, const past& before) {
  past dealt{.reports = before.reports, .calls = {}};
  const auto groups = static_cast<std::uint32_t>(asked.key_groups);
  const auto actors = static_cast<std::uint32_t>(asked.actors);
  for (const auto& stage : before.calls) {
    auto& all = dealt.calls.emplace_back(asked.actors);
    // Every actor has had the same rises; between two of them each has had events of its own keys.
    std::vector<std::size_t> next(stage.size(), 0);
    for (bool more = true; more;) {
      std::optional<operator_call> rise;
      for (std::size_t actor = 0; actor < stage.size(); ++actor) {
        const auto& calls = stage[actor];
        auto& at = next[actor];
        for (; at < calls.size() && calls[at].what != call_kind::rise; ++at) {
          if (calls[at].what != call_kind::event) continue;
          const auto group = key_group_of(key_hash(calls[at].event.key), groups);
          all[owner_of(group, groups, actors)].push_back(calls[at]);
        }
        if (at < calls.size()) rise = calls[at++];
      }
      more = rise.has_value();
      if (more) {
        for (auto& calls : all) calls.push_back(*rise);
      }
    }
  }
  return dealt;
}

past past_of(const recording& seen, const epoch_changes& epoch, const past& before) {
  past whole;
  for (std::size_t stage = 0; stage < seen.stages.size(); ++stage) {
    auto& actors = whole.calls.emplace_back();
    for (std::size_t actor = 0; actor < seen.stages[stage].size(); ++actor) {
      const auto& calls = seen.stages[stage][actor].calls;
      const auto frozen = calls.begin() + static_cast<std::ptrdiff_t>(freeze_in(calls, epoch, stage, actor));
      auto& all = actors.emplace_back(before.calls_of(stage, actor));
      all.insert(all.end(), calls.begin(), frozen);
    }
  }
  const auto& first = seen.stages[0][0].calls;
  auto reports = answered_reports(seen);
  reports.resize(std::min(rises_before(first, freeze_in(first, epoch, 0, 0)), reports.size()));
  whole.reports = before.reports;
  whole.reports.insert(whole.reports.end(), reports.begin(), reports.end());
  return whole;
}

}  // namespace millrace::simulation
