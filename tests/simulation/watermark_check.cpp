// No report promises more than what was sent up to its round, and with a generator exactly that.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "judge.hpp"
#include "tests/oracle/aligned_windows.hpp"

namespace millrace::simulation {

namespace {

/// What the split may say when its events up to and including `round` are sent.
watermark promise_of(const scenario& asked, const std::vector<split_step>& steps,
                     const std::map<std::size_t, round_number>& rounds, round_number round) {
  watermark promised;
  for (const auto& [stall, what] : steps) {
    if (what.kind == oracle::step_kind::watermark) promised = std::max(promised, what.mark);
    if (what.kind != oracle::step_kind::event) continue;
    const auto sent = rounds.find(number_of(what.value));
    if (sent == rounds.end() || sent->second > round) break;
    if (!asked.disorder) continue;
    promised = std::max(promised, watermark{oracle::add_on_the_line(what.time.milliseconds, -asked.disorder->count())});
  }
  return promised;
}

}  // namespace

std::optional<std::string> violation_of_watermarks(const scenario& asked, const recording& seen, const past& before) {
  if (!went_well(seen)) return std::nullopt;
  std::map<std::size_t, round_number> rounds;
  if (!before.empty()) {
    for (const auto& calls : before.calls[0]) {
      for (const auto& call : calls) {
        if (call.what == call_kind::event) rounds[number_of(call.event.value)] = 0;
      }
    }
  }
  for (const auto& each : seen.arrivals) {
    if (each.stage == 0) rounds[each.number] = each.round;
  }
  const std::size_t inputs = std::min(asked.source_actors, asked.splits.size());
  std::vector<watermark> reported(asked.splits.size());
  // At least once, a source goes on from before what was reported.
  const bool exactly_once = asked.guarantee == processing_guarantee::exactly_once;
  for (const auto& report : exactly_once ? before.reports : std::vector<round_report>{}) {
    for (const auto& line : report.lines) {
      if (line.event == split_event::watermark) reported[line.split] = std::max(reported[line.split], line.mark);
    }
  }
  for (const auto& report : seen.reports) {
    for (const auto& line : report.lines) {
      if (line.split % inputs != report.input)
        return fmt::format("input {} spoke of split {}\n", report.input, line.split);
      if (line.event == split_event::watermark) reported[line.split] = std::max(reported[line.split], line.mark);
    }
    for (std::size_t split = report.input; split < asked.splits.size(); split += inputs) {
      const auto promised = promise_of(asked, asked.splits[split], rounds, report.round);
      const bool exact =
          asked.disorder && asked.report.what != report_mode::kind::periodic && (exactly_once || before.empty());
      if (reported[split] > promised || (exact && reported[split] < promised)) {
        return fmt::format(
            "round {} of input {} reports {} for split {}, what "
            "was sent says {}\n",
            report.round, report.input, reported[split].milliseconds, split, promised.milliseconds);
      }
    }
  }
  return std::nullopt;
}

}  // namespace millrace::simulation
