// The pipeline over one assigner.
#pragma once

#include <millrace/core/pipeline/pipeline.hpp>
#include <utility>

#include "functions.hpp"
#include "scripted_plan.hpp"
#include "scripted_source.hpp"

namespace millrace::oracle {

template <class Assigner>
[[nodiscard]] result<logical_plan> plan_over(const job& asked, const script& steps, Assigner windows,
                                             const scripted_sinks& sinks) {
  const all_idle_policy all_idle =
      asked.all_idle == idle_policy::hold ? all_idle_policy::hold() : all_idle_policy::flush_max();
  const auto windowed =
      from("script", scripted_source(steps, asked.splits))
          .event_time(&scripted_event::time)
          .watermarks(manual_watermarks{}, {.all_idle = all_idle, .report = report_mode::every_record()})
          .key_by(&scripted_event::key, &scripted_event::value)
          .window(std::move(windows))
          .allowed_lateness(asked.allowed_lateness)
          .emit(mode_of(asked));
  const auto finish = [&](const auto& stage) {
    return stage.named("oracle")
        .late_to("late", sinks.late)
        .map([](const auto& each) {
          return result_row{each.kind, each.key, each.window, as_list(each.value), each.time};
        })
        .to("rows", sinks.rows)
        .build("scripted");
  };
  if (asked.function == function_kind::elements) return finish(windowed.process(list_elements{}));
  return with_aggregate(asked.function,
                        [&](auto aggregate) { return finish(windowed.aggregate(std::move(aggregate))); });
}

}  // namespace millrace::oracle
