// Answers and rounds: who was told what, and what came between which answers.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "judge.hpp"

namespace millrace::simulation {

namespace {

std::string text_of(const round_answer& answer) {
  return fmt::format("answer {} to round {} of input {}: {}{}{}", answer.number, answer.round, answer.input,
                     answer.combined.milliseconds, answer.idle ? ", idle" : "", answer.end ? ", end" : "");
}

std::optional<std::string> difference(const std::string& who, const std::vector<round_answer>& expected,
                                      const std::vector<round_answer>& got, bool all) {
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (i >= expected.size()) return fmt::format("{} was told {} too much\n", who, text_of(got[i]));
    if (got[i] != expected[i]) {
      return fmt::format("{} was told {}, expected is {}\n", who, text_of(got[i]), text_of(expected[i]));
    }
  }
  if (all && got.size() < expected.size()) return fmt::format("{} misses {}\n", who, text_of(expected[got.size()]));
  return std::nullopt;
}

/// The number of the answer to each round of each input.
class answer_numbers {
public:
  explicit answer_numbers(const std::vector<round_answer>& answers) {
    for (const auto& each : answers) numbers_[{each.input, each.round}] = each.number;
  }

  [[nodiscard]] std::optional<answer_number> of(input_id input, round_number round) const {
    auto found = numbers_.find({input, round});
    if (found == numbers_.end()) found = numbers_.find({every_input, round});
    return found == numbers_.end() ? std::nullopt : std::optional{found->second};
  }

private:
  std::map<std::pair<input_id, round_number>, answer_number> numbers_;
};

/// Where an event is in the scenario.
struct place {
  std::size_t split = 0;
  std::size_t position = 0;
};

std::map<std::size_t, place> places_of(const scenario& asked) {
  std::map<std::size_t, place> places;
  for (std::size_t split = 0; split < asked.splits.size(); ++split) {
    for (std::size_t i = 0; i < asked.splits[split].size(); ++i) {
      const auto& what = asked.splits[split][i].what;
      if (what.kind == oracle::step_kind::event) places[number_of(what.value)] = {split, i};
    }
  }
  return places;
}

/// Follows what the operators of one stage were told.
class call_check {
public:
  call_check(std::size_t stage, processing_guarantee guarantee, const std::map<std::size_t, place>& places,
             const recording& seen, const std::vector<round_answer>& expected)
      : stage_(stage), guarantee_(guarantee), places_(places), expected_(expected), numbers_(expected) {
    for (const auto& each : seen.arrivals) {
      if (each.stage == stage && !arrivals_.emplace(each.number, each).second) twice_ = each.number;
    }
  }

  /// `before`: what the operator had been told before it was restored.
  std::optional<std::string> check(std::size_t actor, const std::vector<operator_call>& before,
                                   const std::vector<operator_call>& calls) {
    if (twice_) return fmt::format("event {} was sent twice\n", *twice_);
    answer_number applied = 0;
    last_positions last;
    for (const auto& call : before) {
      if (call.what != call_kind::event) continue;
      before_.insert(number_of(call.event.value));
      if (guarantee_ == processing_guarantee::exactly_once) last[place_of(call).split] = place_of(call).position;
    }
    for (const auto& call : calls) {
      if (call.what == call_kind::rise) {
        if (applied >= expected_.size() || call.to != expected_[applied].combined) {
          return fmt::format("actor {} rose to {} after answer {}\n", actor, call.to.milliseconds, applied);
        }
        if (call.completed) ++applied;
      } else if (call.what == call_kind::event) {
        if (auto found = check_event(actor, call, applied, last)) return found;
      }
    }
    return std::nullopt;
  }

  /// Events that were sent and not applied.
  [[nodiscard]] std::size_t left() const {
    return static_cast<std::size_t>(std::count_if(arrivals_.begin(), arrivals_.end(),
                                                  [&](const auto& each) { return !applied_.contains(each.first); }));
  }
  /// Events of the split that were applied, those before the restore included.
  [[nodiscard]] std::size_t applied_of(std::size_t split) const {
    auto all = applied_;
    all.insert(before_.begin(), before_.end());
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](std::size_t number) { return places_.at(number).split == split; }));
  }
  [[nodiscard]] std::size_t arrived_of(std::size_t split) const {
    return static_cast<std::size_t>(std::count_if(
        arrivals_.begin(), arrivals_.end(), [&](const auto& each) { return places_.at(each.first).split == split; }));
  }

private:
  using last_positions = std::map<std::size_t, std::size_t>;  // by split

  [[nodiscard]] const place& place_of(const operator_call& call) const {
    return places_.at(number_of(call.event.value));
  }

  std::optional<std::string> check_event(std::size_t actor, const operator_call& call, answer_number applied,
                                         last_positions& last) {
    const auto number = number_of(call.event.value);
    const auto found = arrivals_.find(number);
    if (found == arrivals_.end() || found->second.key_group_actor != actor) {
      return fmt::format("actor {} of stage {} applied event {}, which it was not sent\n", actor, stage_, number);
    }
    const bool again = guarantee_ == processing_guarantee::exactly_once && before_.contains(number);
    if (again || !applied_.insert(number).second) return fmt::format("event {} was applied twice\n", number);
    const auto input = found->second.input;
    const auto round = found->second.round;
    const auto before = numbers_.of(input, round - 1);
    if (round > 1 && (!before || *before > applied)) {
      return fmt::format(
          "event {} of round {} of input {} was applied before "
          "the answer to round {}\n",
          number, round, input, round - 1);
    }
    const auto own = numbers_.of(input, round);
    if (own && *own <= applied) {
      return fmt::format(
          "event {} of round {} of input {} was applied after "
          "the answer to it\n",
          number, round, input);
    }
    if (stage_ > 0) return std::nullopt;  // the stage before has put them in order of time
    const auto at = place_of(call);
    const auto [position, first] = last.emplace(at.split, at.position);
    if (!first && std::exchange(position->second, at.position) >= at.position) {
      return fmt::format("event {} of split {} overtook another\n", number, at.split);
    }
    return std::nullopt;
  }

  std::size_t stage_;
  processing_guarantee guarantee_;
  const std::map<std::size_t, place>& places_;
  const std::vector<round_answer>& expected_;
  answer_numbers numbers_;
  std::map<std::size_t, arrival> arrivals_;
  std::set<std::size_t> applied_;
  std::set<std::size_t> before_;  // applied before the restore
  std::optional<std::size_t> twice_;
};

std::optional<std::string> violation_in_stage(call_check& events, const stage_record& stage, std::size_t number,
                                              const past& before, bool ended) {
  for (std::size_t i = 0; i < stage.size(); ++i) {
    if (auto found = events.check(i, before.calls_of(number, i), stage[i].calls)) return found;
  }
  if (!ended || events.left() == 0) return std::nullopt;
  return fmt::format("stage {}: {} events were sent and not applied\n", number, events.left());
}

bool has_ended(std::uint32_t split, const past& before) {
  return std::any_of(before.reports.begin(), before.reports.end(), [&](const round_report& report) {
    return std::any_of(report.lines.begin(), report.lines.end(),
                       [&](const split_report& line) { return line.split == split && line.event == split_event::end; });
  });
}

std::optional<std::string> violation_of_splits(const scenario& asked, const recording& seen, const call_check& events,
                                               const past& before) {
  const auto how = seen.outcome->value().how;
  for (std::size_t split = 0; split < asked.splits.size(); ++split) {
    // The record with which an idle split wakes is taken and held back: a drain may come before it is delivered.
    const std::size_t held = how == run_end::drained ? 1 : 0;
    if (events.arrived_of(split) + held < seen.read.at(split)) {
      return fmt::format("split {}: {} events were read, {} arrived\n", split, seen.read.at(split),
                         events.arrived_of(split));
    }
    // What a drain had ended stays so.
    if (has_ended(static_cast<std::uint32_t>(split), before)) continue;
    const auto all = std::count_if(asked.splits[split].begin(), asked.splits[split].end(),
                                   [](const auto& each) { return each.what.kind == oracle::step_kind::event; });
    if (how == run_end::ended && events.applied_of(split) != static_cast<std::size_t>(all)) {
      return fmt::format("split {}: {} of {} events were applied\n", split, events.applied_of(split), all);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> violation_of_answers(const recording& seen, const std::vector<round_answer>& expected) {
  std::map<input_id, round_number> last;
  for (const auto& report : seen.reports) {
    if (report.round != ++last[report.input]) {
      return fmt::format("input {} reported round {} after {}\n", report.input, report.round, last[report.input] - 1);
    }
  }
  if (went_well(seen) && seen.reports.size() != expected.size()) {
    return fmt::format("{} reports have {} answers\n", seen.reports.size(), expected.size());
  }
  if (ended(seen) && (expected.empty() || !expected.back().end)) return "the run ended and no answer says so\n";
  for (std::size_t stage = 0; stage < seen.stages.size(); ++stage) {
    const auto answers = stage == 0 ? expected : passed_on(expected);
    for (std::size_t i = 0; i < seen.stages[stage].size(); ++i) {
      const auto name = fmt::format("actor {} of stage {}", i, stage);
      if (auto found = difference(name, answers, seen.stages[stage][i].answers, went_well(seen))) return found;
    }
  }
  for (std::size_t i = 0; i < seen.answers_to_sources.size(); ++i) {
    std::vector<round_answer> own;
    std::copy_if(expected.begin(), expected.end(), std::back_inserter(own),
                 [&](const auto& each) { return each.input == i; });
    // After a failure a source may have heard more than any key-group actor.
    auto told = seen.answers_to_sources[i];
    if (!went_well(seen)) std::erase_if(told, [&](const auto& each) { return each.number > expected.size(); });
    const auto name = fmt::format("source {}", i);
    if (auto found = difference(name, own, told, false)) return found;
  }
  return std::nullopt;
}

std::optional<std::string> violation_of_rounds(const scenario& asked, const recording& seen,
                                               const std::vector<round_answer>& expected, const past& before) {
  const auto places = places_of(asked);
  for (std::size_t stage = 0; stage < seen.stages.size(); ++stage) {
    const auto answers = stage == 0 ? expected : passed_on(expected);
    call_check events(stage, asked.guarantee, places, seen, answers);
    if (auto found = violation_in_stage(events, seen.stages[stage], stage, before, ended(seen))) return found;
    if (stage > 0 || !ended(seen)) continue;
    if (auto found = violation_of_splits(asked, seen, events, before)) return found;
  }
  return std::nullopt;
}

}  // namespace millrace::simulation
