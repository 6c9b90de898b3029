// The plan over windows of any kind.
#pragma once

#include <memory>
#include <millrace/core/pipeline/pipeline.hpp>
#include <utility>

#include "engine/digest_sink.hpp"
#include "engine/make_plan.hpp"
#include "engine/span_source.hpp"

namespace millrace::load {

/// Only the value of an event goes on to the windows: key and time travel beside it.
template <class Windows>
result<logical_plan> plan_over(Windows windows, const throughput_options& chosen, const span_source::events& events,
                               std::shared_ptr<result_digest> into) {
  const auto stage = from("events", span_source(events, chosen.source_actors))
                         .event_time([](const event& of) { return of.time; })
                         .watermarks(bounded_disorder({.delay = chosen.disorder}))
                         .key_by([](const event& of) { return of.key; }, [](const event& of) { return of.value; })
                         .window(std::move(windows));
  const auto plan_with = [&](auto... functions) {
    return stage.aggregate(functions...).named("windows").to("hash", digest_sink(std::move(into))).build("throughput");
  };
  switch (chosen.function) {
    case function_kind::sum: return plan_with(sum());
    case function_kind::count: return plan_with(count());
    case function_kind::sum_and_count: break;
  }
  return plan_with(sum(), count());
}

}  // namespace millrace::load
