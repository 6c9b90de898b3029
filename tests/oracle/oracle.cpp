#include "oracle.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "aligned_windows.hpp"
#include "combined_watermark.hpp"
#include "keyed_history.hpp"

namespace millrace::oracle {

namespace {

/// Rule 24: a stage whose rows come when panes are freed holds its watermark back by the allowed lateness.
watermark forwarded_by(const job& asked, watermark own) {
  if (asked.mode != emit_mode::final_only || own == watermark::final()) return own;
  if (asked.allowed_lateness == forever) return watermark::none();
  return watermark{add_on_the_line(own.milliseconds, -asked.allowed_lateness.count())};
}

std::size_t panes_in(const std::map<std::int64_t, keyed_history>& keys) {
  std::size_t open = 0;
  for (const auto& [key, history] : keys) open += history.panes().size();
  return open;
}

void note(const step& seen, std::size_t ended, std::uint32_t splits, script_facts& facts) {
  if (seen.kind == step_kind::idle) facts.idle = true;
  if (seen.kind == step_kind::event && ended > 0 && ended < splits) facts.ended = true;
}

}  // namespace

expectation expectation_of(const job& asked, const script& steps) {
  expectation all;
  combined_watermark inputs(asked.splits, asked.all_idle);
  std::map<std::int64_t, keyed_history> keys;
  std::size_t ended = 0;
  for (const step& each : steps) {
    const watermark from = inputs.combined();
    const bool was_idle = inputs.idle();
    step_outcome& made = all.expected.steps.emplace_back();
    note(each, ended, asked.splits, all.facts);
    if (each.kind == step_kind::end) ++ended;

    if (each.kind == step_kind::event) {
      auto& history = keys.try_emplace(each.key, asked, each.key).first->second;
      history.on_event(each, from, all.expected, made, all.facts);
    } else {
      inputs.apply(each);
    }

    const watermark to = inputs.combined();
    if (to != from) {
      for (auto& [key, history] : keys) history.on_rise(from, to, made, all.facts);
      std::stable_sort(made.rows.begin(), made.rows.end(),
                       [](const result_row& left, const result_row& right) { return left.time < right.time; });
      made.watermark_out = to;
      made.forwarded = forwarded_by(asked, to);
    }
    if (inputs.idle() != was_idle) made.idle_out = inputs.idle();
    made.open_panes = panes_in(keys);
  }
  return all;
}

}  // namespace millrace::oracle
