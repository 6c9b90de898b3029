#include "operator_run.hpp"

#include <array>
#include <millrace/core/key/key_hash.hpp>
#include <utility>
#include <variant>

namespace conformance {

using millrace::duration;
using millrace::event_time;
using millrace::split_id;
using millrace::watermark;

operator_run::operator_run(const test_case& wanted, std::unique_ptr<millrace::keyed_operator> under_test)
    : wanted_(wanted), operator_(std::move(under_test)), combiner_(wanted.pipeline.sources) {
  const auto& pipeline = wanted.pipeline;
  const auto timeout = pipeline.idle_timeout_ms ? duration{*pipeline.idle_timeout_ms} : millrace::forever;
  for (std::size_t source = 0; source < pipeline.sources; ++source) {
    input made{.generator = std::nullopt, .timer = millrace::idle_timer(timeout, clock_)};
    if (pipeline.strategy != watermark_strategy::manual) made.generator.emplace(pipeline);
    inputs_.push_back(std::move(made));
  }
  const std::array<millrace::output_port*, 2> ports{&rows_, pipeline.late_output ? &late_ : nullptr};
  operator_->connect(ports);
}

observation operator_run::run() {
  for (step_ = 0; step_ < wanted_.steps.size(); ++step_) {
    std::visit([&](const auto& one) { apply(one); }, wanted_.steps[step_]);
  }
  const auto counts = operator_->counts();
  take_counts(seen_, wanted_.pipeline, counts.dropped_late, counts.partly_late, counts.open_panes);
  return seen_;
}

void operator_run::apply(const event_step& event) {
  auto& from = inputs_[event.source];
  if (from.generator) wake(event.source);
  process(event);
  from.timer.restart(clock_);
  if (!from.generator) return;
  from.generator->on_event(event, event_time{event.ts});
  if (!wanted_.pipeline.per_event) return;
  combiner_.on_watermark(static_cast<split_id>(event.source), from.generator->current());
  pass_on();
}

void operator_run::apply(const watermark_step& mark) {
  combiner_.on_watermark(static_cast<split_id>(mark.source), watermark{mark.ts});
  pass_on();
}

void operator_run::apply(const idle_step& idle) {
  go_idle(idle.source);
}

void operator_run::apply(const active_step& active) {
  wake(active.source);
}

void operator_run::apply(const clock_step& clock) {
  clock_ = event_time{clock.to_ms};
  for (std::size_t source = 0; source < inputs_.size(); ++source) {
    auto& one = inputs_[source];
    if (one.ended) continue;
    if (one.generator && !wanted_.pipeline.per_event) {
      combiner_.on_watermark(static_cast<split_id>(source), one.generator->current());
      pass_on();
    }
    if (one.timer.due(clock_)) go_idle(source);
  }
}

void operator_run::apply(const end_step& end) {
  inputs_[end.source].ended = true;
  combiner_.on_end(static_cast<split_id>(end.source));
  pass_on();
}

void operator_run::process(const event_step& event) {
  events_.clear();
  events_.append(event_time{event.ts}, millrace::key_hash(event.key), event.key, event.value);
  operator_->process(events_, 0);
  take_rows();
}

void operator_run::go_idle(std::size_t source) {
  if (std::exchange(inputs_[source].idle, true)) return;
  combiner_.on_idle(static_cast<split_id>(source));
  pass_on();
}

void operator_run::wake(std::size_t source) {
  if (!std::exchange(inputs_[source].idle, false)) return;
  combiner_.on_active(static_cast<split_id>(source));
  pass_on();
}

void operator_run::take_rows() {
  rows_.take([&](const result_row& row) { seen_.outputs.push_back(recorded(row, step_)); });
  late_.take([&](const missed_event& event) { seen_.late.push_back(recorded(event, step_)); });
}

void operator_run::pass_on() {
  if (const auto combined = combiner_.combined(); combined > operator_->now()) {
    operator_->advance(combined);
    take_rows();
    seen_.watermark_out.push_back({step_, combined.milliseconds});
  }
  if (combiner_.idle() == idle_) return;
  idle_ = combiner_.idle();
  seen_.idle_out.push_back({step_, idle_});
}

}  // namespace conformance
