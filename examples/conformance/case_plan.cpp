#include "case_plan.hpp"

#include <millrace/core/pipeline/pipeline.hpp>
#include <utility>

#include "chosen_function.hpp"
#include "chosen_generator.hpp"
#include "output_modes.hpp"
#include "with_assigner.hpp"

namespace conformance {
namespace {

using millrace::duration;
using millrace::event_time;

/// Periodic reports follow the clock that the case moves; one millisecond is its least step.
millrace::source_timing timing_of(const pipeline_choice& pipeline) {
  millrace::source_timing timing;
  if (pipeline.idle_timeout_ms) timing.idle_timeout = duration{*pipeline.idle_timeout_ms};
  timing.report =
      pipeline.per_event ? millrace::report_mode::every_record() : millrace::report_mode::periodic(duration{1});
  return timing;
}

template <class Generator>
millrace::result<millrace::logical_plan> plan_with(Generator generator, const test_case& wanted,
                                                   std::shared_ptr<script> steps, std::shared_ptr<recorder> sinks) {
  const auto& pipeline = wanted.pipeline;
  const auto keyed = millrace::from("script", script_source(std::move(steps), pipeline.sources))
                         .event_time([](const event_step& event) { return event_time{event.ts}; })
                         .watermarks(std::move(generator), timing_of(pipeline))
                         .key_by(&event_step::key, &event_step::value);
  const auto rows = millrace::callback_sink([sinks](const result_row& row) { sinks->on_row(row); },
                                            [sinks](const millrace::step_mark& mark) { sinks->on_step(mark); });
  const auto late = millrace::callback_sink([sinks](const missed_event& event) { sinks->on_late(event); });
  return with_assigner(pipeline.window, [&](const auto& assigner) {
    auto stage = keyed.window(assigner)
                     .allowed_lateness(duration{pipeline.allowed_lateness_ms})
                     .emit(mode_of(pipeline.emit))
                     .template aggregate_then<outcome>(chosen_function(pipeline.function),
                                                       complete_with_window{pipeline.function})
                     .named("case");
    if (pipeline.late_output) stage = stage.late_to("late", late);
    return stage.to("rows", rows).build(wanted.id);
  });
}

}  // namespace

millrace::result<millrace::logical_plan> plan_of(const test_case& wanted, std::shared_ptr<script> steps,
                                                 std::shared_ptr<recorder> sinks) {
  if (wanted.pipeline.strategy == watermark_strategy::manual) {
    return plan_with(millrace::manual_watermarks{}, wanted, std::move(steps), std::move(sinks));
  }
  return plan_with(chosen_generator(wanted.pipeline), wanted, std::move(steps), std::move(sinks));
}

}  // namespace conformance
