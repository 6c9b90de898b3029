// The pipeline over one assigner.
#pragma once

#include <millrace/core/pipeline/pipeline.hpp>
#include <utility>

#include "functions.hpp"
#include "scripted_plan.hpp"

namespace millrace::oracle {

template <class Assigner>
[[nodiscard]] result<logical_plan> plan_over(const job& asked, const scripted_stream& events, Assigner windows,
                                             const scripted_sinks& sinks) {
  const auto windowed = events.window(std::move(windows)).allowed_lateness(asked.allowed_lateness).emit(mode_of(asked));
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
