#include "case_plan.hpp"

#include <cstdint>
#include <millrace/core/pipeline/pipeline.hpp>
#include <string>
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

using keyed_events = millrace::keyed_stream<std::string, std::int64_t>;

/// In the first of two stages all events of one key have one other key: they pass through other actors and keep their
/// order. Late ones are passed on like the rest, and the watermark as it is, so the case expects the same of both
/// shapes.
template <class Events>
keyed_events keyed(const Events& events, plan_shape shape) {
  if (shape == plan_shape::one_stage) return events.key_by(&event_step::key, &event_step::value);
  using passed = millrace::keyed_value<std::string, event_step>;
  return events.key_by([](const event_step& event) { return "passing " + event.key; })
      .process_each([](const auto&, const event_step& event) { return event; })
      .named("pass on")
      .key_by([](const passed& event) { return event.value.key; }, [](passed&& event) { return event.value.value; });
}

template <class Generator>
keyed_events events_of(Generator generator, const test_case& wanted, plan_shape shape, std::shared_ptr<script> steps) {
  const auto& pipeline = wanted.pipeline;
  return keyed(millrace::from("script", script_source(std::move(steps), pipeline.sources))
                   .event_time([](const event_step& event) { return event_time{event.ts}; })
                   .watermarks(std::move(generator), timing_of(pipeline)),
               shape);
}

keyed_events events_of(const test_case& wanted, plan_shape shape, std::shared_ptr<script> steps) {
  if (wanted.pipeline.strategy == watermark_strategy::manual) {
    return events_of(millrace::manual_watermarks{}, wanted, shape, std::move(steps));
  }
  return events_of(chosen_generator(wanted.pipeline), wanted, shape, std::move(steps));
}

}  // namespace

millrace::result<millrace::logical_plan> plan_of(const test_case& wanted, plan_shape shape,
                                                 std::shared_ptr<script> steps, std::shared_ptr<recorder> sinks) {
  const auto& pipeline = wanted.pipeline;
  const keyed_events events = events_of(wanted, shape, std::move(steps));
  const auto rows = millrace::callback_sink([sinks](const result_row& row) { sinks->on_row(row); },
                                            [sinks](const millrace::step_mark& mark) { sinks->on_step(mark); });
  const auto late = millrace::callback_sink([sinks](const missed_event& event) { sinks->on_late(event); });
  return with_assigner(pipeline.window, [&](const auto& assigner) {
    auto stage = events.window(assigner)
                     .allowed_lateness(duration{pipeline.allowed_lateness_ms})
                     .emit(mode_of(pipeline.emit))
                     .template aggregate_then<outcome>(chosen_function(pipeline.function),
                                                       complete_with_window{pipeline.function})
                     .named("case");
    if (pipeline.late_output) stage = stage.late_to("late", late);
    return stage.to("rows", rows).build(wanted.id);
  });
}

}  // namespace conformance
