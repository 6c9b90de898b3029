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
using answer_numbers = std::map<std::pair<input_id, round_number>, answer_number>;

answer_numbers numbers_of(const std::vector<round_answer>& answers) {
  answer_numbers numbers;
  for (const auto& each : answers) numbers[{each.input, each.round}] = each.number;
  return numbers;
}

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

/// Follows what one operator was told.
class call_check {
public:
  call_check(const scenario& asked, const recording& seen, const std::vector<round_answer>& expected)
      : asked_(asked), expected_(expected), numbers_(numbers_of(expected)), places_(places_of(asked)) {
    for (const auto& each : seen.arrivals) {
      if (!arrivals_.emplace(each.number, each).second) twice_ = each.number;
    }
  }

  std::optional<std::string> check(std::size_t actor, const std::vector<operator_call>& calls) {
    if (twice_) return fmt::format("event {} was sent twice\n", *twice_);
    answer_number applied = 0;
    std::map<std::size_t, std::size_t> last_position;  // by split
    for (const auto& call : calls) {
      if (call.is_rise) {
        if (applied >= expected_.size() || call.to != expected_[applied].combined) {
          return fmt::format("actor {} rose to {} after answer {}\n", actor, call.to.milliseconds, applied);
        }
        if (call.completed) ++applied;
        continue;
      }
      if (auto found = check_event(actor, number_of(call.event.value), applied, last_position)) return found;
    }
    return std::nullopt;
  }

  /// Events that were sent and not applied.
  [[nodiscard]] std::size_t left() const noexcept { return arrivals_.size() - applied_.size(); }
  [[nodiscard]] std::size_t arrived_of(std::size_t split) const {
    return static_cast<std::size_t>(std::count_if(
        arrivals_.begin(), arrivals_.end(), [&](const auto& each) { return places_.at(each.first).split == split; }));
  }

private:
  std::optional<std::string> check_event(std::size_t actor, std::size_t number, answer_number applied,
                                         std::map<std::size_t, std::size_t>& last_position) {
    const auto found = arrivals_.find(number);
    if (found == arrivals_.end() || found->second.key_group_actor != actor) {
      return fmt::format("actor {} applied event {}, which it was not sent\n", actor, number);
    }
    if (!applied_.insert(number).second) return fmt::format("event {} was applied twice\n", number);
    const auto& [where, input, round, same] = found->second;
    const auto before = numbers_.find({input, round - 1});
    if (round > 1 && (before == numbers_.end() || before->second > applied)) {
      return fmt::format("event {} of round {} of input {} was applied before the answer to round {}\n", number, round,
                         input, round - 1);
    }
    const auto own = numbers_.find({input, round});
    if (own != numbers_.end() && own->second <= applied) {
      return fmt::format("event {} of round {} of input {} was applied after the answer to it\n", number, round, input);
    }
    const auto at = places_.at(number);
    const auto [last, first] = last_position.emplace(at.split, at.position);
    if (!first && std::exchange(last->second, at.position) >= at.position) {
      return fmt::format("event {} of split {} overtook another\n", number, at.split);
    }
    return std::nullopt;
  }

  const scenario& asked_;
  const std::vector<round_answer>& expected_;
  answer_numbers numbers_;
  std::map<std::size_t, place> places_;
  std::map<std::size_t, arrival> arrivals_;
  std::set<std::size_t> applied_;
  std::optional<std::size_t> twice_;
};

}  // namespace

std::optional<std::string> violation_of_answers(const scenario& asked, const recording& seen,
                                                const std::vector<round_answer>& expected) {
  std::map<input_id, round_number> last;
  for (const auto& report : seen.reports) {
    if (report.round != ++last[report.input]) {
      return fmt::format("input {} reported round {} after {}\n", report.input, report.round, last[report.input] - 1);
    }
  }
  if (ended(seen) && (expected.empty() || !expected.back().end)) return "the run ended and no answer says so\n";
  for (std::size_t i = 0; i < seen.key_groups.size(); ++i) {
    const auto name = fmt::format("actor {}", i);
    if (auto found = difference(name, expected, seen.key_groups[i].answers, went_well(seen))) return found;
  }
  for (std::size_t i = 0; i < seen.answers_to_sources.size(); ++i) {
    std::vector<round_answer> own;
    std::copy_if(expected.begin(), expected.end(), std::back_inserter(own),
                 [&](const auto& each) { return each.input == i; });
    const auto name = fmt::format("source {}", i);
    if (auto found = difference(name, own, seen.answers_to_sources[i], false)) return found;
  }
  static_cast<void>(asked);
  return std::nullopt;
}

std::optional<std::string> violation_of_rounds(const scenario& asked, const recording& seen,
                                               const std::vector<round_answer>& expected) {
  call_check events(asked, seen, expected);
  for (std::size_t i = 0; i < seen.key_groups.size(); ++i) {
    if (auto found = events.check(i, seen.key_groups[i].calls)) return found;
  }
  if (!ended(seen)) return std::nullopt;
  if (events.left() > 0) return fmt::format("{} events were sent and not applied\n", events.left());
  for (std::size_t split = 0; split < asked.splits.size(); ++split) {
    // The record with which an idle split wakes is taken and held back: a drain may come before it is delivered.
    const std::size_t held = seen.outcome->value().how == run_end::drained ? 1 : 0;
    if (events.arrived_of(split) + held < seen.read.at(split)) {
      return fmt::format("split {}: {} events were read, {} arrived\n", split, seen.read.at(split),
                         events.arrived_of(split));
    }
    const auto all = std::count_if(asked.splits[split].begin(), asked.splits[split].end(),
                                   [](const auto& each) { return each.what.kind == oracle::step_kind::event; });
    if (seen.outcome->value().how == run_end::ended && events.arrived_of(split) != static_cast<std::size_t>(all)) {
      return fmt::format("split {}: {} of {} events arrived\n", split, events.arrived_of(split), all);
    }
  }
  return std::nullopt;
}

}  // namespace millrace::simulation
