#include "scenario.hpp"

#include <fmt/format.h>

namespace millrace::simulation {

namespace {

std::string text_of(const report_mode& mode) {
  switch (mode.what) {
    case report_mode::kind::rounds: return "rounds";
    case report_mode::kind::every_record: return "every record";
    case report_mode::kind::periodic: return fmt::format("every {} ms", mode.interval.count());
  }
  return "?";
}

std::string text_of(throwing_place place) {
  switch (place) {
    case throwing_place::nowhere: return "nothing";
    case throwing_place::reader: return "the reader";
    case throwing_place::key_function: return "the key function";
    case throwing_place::operator_call: return "the operator";
    case throwing_place::sink: return "a sink";
  }
  return "?";
}

std::string text_of(control_kind kind) {
  switch (kind) {
    case control_kind::none: return "nothing";
    case control_kind::stop: return "stop";
    case control_kind::drain: return "drain";
  }
  return "?";
}

std::string text_of(picking policy) {
  switch (policy) {
    case picking::any: return "any";
    case picking::sticky: return "sticky";
    case picking::priorities: return "priorities";
  }
  return "?";
}

}  // namespace

std::string text_of(const scenario& described) {
  std::string text = oracle::text_of(described.asked) + "\n";
  text += described.disorder ? fmt::format("  bounded {} ms", described.disorder->count()) : std::string("  manual");
  text += described.idle_timeout ? fmt::format(", idle after {} ms", described.idle_timeout->count()) : std::string();
  text += fmt::format(", report {}, rate {}\n", text_of(described.report), described.rate);
  if (described.before == stage_before::windows) text += "  behind windows that pass events through\n";
  if (described.before == stage_before::each_event) text += "  behind a function of each event\n";
  text += fmt::format(
      "  {} source actors, {} actors, {} key groups, round {}, "
      "batch {}, {} buffers\n",
      described.source_actors, described.actors, described.key_groups, described.round, described.batch,
      described.buffers);
  if (!described.epochs_at.empty()) {
    text += fmt::format("  epochs after {} turns, given up after {} ms\n", fmt::join(described.epochs_at, ", "),
                        described.epoch_timeout.count());
    if (described.guarantee == processing_guarantee::at_least_once) text += "  at least once\n";
  }
  if (described.control != control_kind::none) {
    text += fmt::format("  {} after {} turns\n", text_of(described.control), described.control_at);
  }
  if (described.throws != throwing_place::nowhere) {
    text += fmt::format("  {} throws after {} calls\n", text_of(described.throws), described.throws_at);
  }
  text += fmt::format("  schedule {}: {}, timeouts {} %, starving {} %, preempting {} %\n", described.schedule.seed,
                      text_of(described.schedule.policy), described.schedule.timeout_percent,
                      described.schedule.starve_percent, described.schedule.preempt_percent);
  for (const auto& one : described.stored) {
    text += fmt::format("  keeps state: {} actors, {} source actors, epochs at [{}], ", one.actors, one.source_actors,
                        fmt::join(one.epochs_at, ", "));
    text += fmt::format("dies at turn {} or commit {}, {} commits fail, store slow {} %\n", one.crash_at,
                        one.crash_at_commit, one.failing_commits, one.slow_store_percent);
  }
  for (const auto& split : described.splits) {
    for (const auto& each : split) {
      if (each.stall.count() > 0) text += fmt::format("    dry for {} ms\n", each.stall.count());
      text += "    " + oracle::text_of(each.what) + "\n";
    }
  }
  return text;
}

}  // namespace millrace::simulation
