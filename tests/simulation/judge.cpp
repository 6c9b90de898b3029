#include "judge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tests/oracle/combined_watermark.hpp"

namespace millrace::simulation {

namespace {

oracle::step step_of(const split_report& line) {
  oracle::step signal{.kind = oracle::step_kind::watermark, .split = line.split, .mark = line.mark};
  switch (line.event) {
    case split_event::watermark: break;
    case split_event::idle: signal.kind = oracle::step_kind::idle; break;
    case split_event::active: signal.kind = oracle::step_kind::active; break;
    case split_event::end: signal.kind = oracle::step_kind::end; break;
  }
  return signal;
}

/// The last watermark of a split that was not idle then.
class last_marks {
public:
  explicit last_marks(std::size_t splits) : marks_(splits), idle_(splits, false) {}

  void apply(const oracle::step& signal) {
    if (signal.kind == oracle::step_kind::idle) idle_.at(signal.split) = true;
    if (signal.kind == oracle::step_kind::active) idle_.at(signal.split) = false;
    if (signal.kind != oracle::step_kind::watermark || idle_.at(signal.split)) return;
    marks_.at(signal.split) = std::max(marks_.at(signal.split), signal.mark);
  }
  [[nodiscard]] watermark of(std::uint32_t split) const { return marks_.at(split); }

private:
  std::vector<watermark> marks_;
  std::vector<bool> idle_;
};

}  // namespace

std::vector<round_report> answered_reports(const recording& seen) {
  const auto& first = seen.stages.front();
  const auto furthest = std::max_element(first.begin(), first.end(), [](const auto& left, const auto& right) {
    return left.answers.size() < right.answers.size();
  });
  std::vector<round_report> answered;
  for (const auto& answer : furthest->answers) {
    const auto found = std::find_if(seen.reports.begin(), seen.reports.end(), [&](const auto& report) {
      return report.input == answer.input && report.round == answer.round;
    });
    if (found != seen.reports.end()) answered.push_back(*found);
  }
  return answered;
}

expected_answers answers_to(const scenario& asked, const std::vector<round_report>& before,
                            const std::vector<round_report>& reports) {
  expected_answers answers;
  auto all = before;
  all.insert(all.end(), reports.begin(), reports.end());
  oracle::combined_watermark inputs(asked.asked.splits, asked.asked.all_idle);
  last_marks marks(asked.asked.splits);
  std::size_t ended = 0;
  for (const auto& report : all) {
    for (const auto& line : report.lines) {
      const auto signal = step_of(line);
      if (line.event == split_event::idle) answers.went_idle = true;
      if (line.event == split_event::active && marks.of(line.split) < inputs.combined()) answers.woke_behind = true;
      if (line.event == split_event::end) ++ended;
      inputs.apply(signal);
      marks.apply(signal);
    }
    answers.all.push_back({.exchange = 0,
                           .number = answers.all.size() + 1,
                           .input = report.input,
                           .round = report.round,
                           .combined = inputs.combined(),
                           .idle = inputs.idle(),
                           .end = ended == asked.asked.splits});
  }
  // Whoever goes on from a barrier counts from 1 again.
  answers.all.erase(answers.all.begin(), answers.all.begin() + static_cast<std::ptrdiff_t>(before.size()));
  for (auto& each : answers.all) each.number -= before.size();
  return answers;
}

std::vector<round_answer> passed_on(std::vector<round_answer> answers) {
  for (auto& each : answers) {
    each.exchange = 1;
    each.input = every_input;
    each.round = each.number;
  }
  return answers;
}

bool went_well(const recording& seen) {
  return seen.outcome.has_value() && seen.outcome->has_value();
}

bool ended(const recording& seen) {
  return went_well(seen) && seen.outcome->value().how != run_end::stopped;
}

std::optional<std::string> violation_in(const scenario& asked, const recording& seen, const past& before) {
  if (auto found = violation_of_the_end(asked, seen)) return found;
  const auto expected = answers_to(asked, before.reports, answered_reports(seen)).all;
  if (auto found = violation_of_answers(seen, expected)) return found;
  if (auto found = violation_of_rounds(asked, seen, expected, before)) return found;
  if (auto found = violation_of_watermarks(asked, seen, before)) return found;
  if (auto found = violation_of_passing(asked, seen, before)) return found;
  if (auto found = violation_of_rows(asked, seen, expected, before)) return found;
  return violation_of_epochs(asked, seen, expected);
}

}  // namespace millrace::simulation
