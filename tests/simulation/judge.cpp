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

expected_answers answers_to(const scenario& asked, const std::vector<round_report>& reports) {
  expected_answers answers;
  oracle::combined_watermark inputs(asked.asked.splits, asked.asked.all_idle);
  last_marks marks(asked.asked.splits);
  std::size_t ended = 0;
  for (const auto& report : reports) {
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
  return answers;
}

bool went_well(const recording& seen) {
  return seen.outcome.has_value() && seen.outcome->has_value();
}

bool ended(const recording& seen) {
  return went_well(seen) && seen.outcome->value().how != run_end::stopped;
}

std::optional<std::string> violation_in(const scenario& asked, const recording& seen) {
  if (auto found = violation_of_the_end(asked, seen)) return found;
  const auto expected = answers_to(asked, seen.reports).all;
  if (auto found = violation_of_answers(asked, seen, expected)) return found;
  if (auto found = violation_of_rounds(asked, seen, expected)) return found;
  if (auto found = violation_of_watermarks(asked, seen)) return found;
  return violation_of_rows(asked, seen, expected);
}

}  // namespace millrace::simulation
