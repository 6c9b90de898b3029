#include "operator_engine.hpp"

#include <memory>
#include <millrace/core/watermark/all_idle.hpp>
#include <millrace/core/watermark/combiner.hpp>
#include <stdexcept>

#include "stage.hpp"

namespace millrace::oracle {

namespace {

std::unique_ptr<stage> stage_of(const job& asked, operator_kind kind, std::size_t room) {
  switch (asked.window) {
    case window_kind::tumbling: return tumbling_stage(asked, kind, room);
    case window_kind::sliding: return sliding_stage(asked, kind, room);
    case window_kind::session: return session_stage(asked, kind, room);
  }
  throw std::logic_error("a window without a stage");
}

void apply(combiner& inputs, const step& signal) {
  switch (signal.kind) {
    case step_kind::event: break;
    case step_kind::watermark: inputs.on_watermark(signal.split, signal.mark); break;
    case step_kind::idle: inputs.on_idle(signal.split); break;
    case step_kind::active: inputs.on_active(signal.split); break;
    case step_kind::end: inputs.on_end(signal.split); break;
  }
}

}  // namespace

outcome run_on_operator(const job& asked, const script& steps, operator_kind kind, std::size_t room) {
  combiner inputs(asked.splits,
                  asked.all_idle == idle_policy::hold ? all_idle_policy::hold() : all_idle_policy::flush_max());
  const std::unique_ptr<stage> windows = stage_of(asked, kind, room);
  outcome all;
  for (const step& each : steps) {
    const watermark from = inputs.combined();
    const bool was_idle = inputs.idle();
    step_outcome& made = all.steps.emplace_back();
    if (each.kind == step_kind::event) windows->process(each, made);
    apply(inputs, each);
    if (inputs.combined() != from) {
      windows->advance(inputs.combined(), made);
      made.watermark_out = inputs.combined();
      made.forwarded = windows->behind().forwarded(inputs.combined());
    }
    if (inputs.idle() != was_idle) made.idle_out = inputs.idle();
    made.open_panes = windows->behind().counts().open_panes;
  }
  const operator_counts counts = windows->behind().counts();
  all.dropped_late = counts.dropped_late;
  all.partly_late = counts.partly_late;
  all.in_gap = counts.in_gap;
  return all;
}

}  // namespace millrace::oracle
