// A job and its script as a pipeline.
#pragma once

#include <millrace/actors/connector/collection_sink.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/plan/logical_plan.hpp>

#include "script.hpp"
#include "scripted_stream.hpp"

namespace millrace::oracle {

/// Where the pipeline's rows and late events are kept.
struct scripted_sinks {
  collection_sink<result_row> rows;
  collection_sink<missed_event> late;
};

/// The pipeline over what comes from `events`, whatever stands before them.
[[nodiscard]] result<logical_plan> plan_of(const job& asked, const scripted_stream& events,
                                           const scripted_sinks& sinks);

/// One file each, since each stands for eight pipelines.
[[nodiscard]] result<logical_plan> tumbling_plan(const job& asked, const scripted_stream& events,
                                                 const scripted_sinks& sinks);
[[nodiscard]] result<logical_plan> sliding_plan(const job& asked, const scripted_stream& events,
                                                const scripted_sinks& sinks);
[[nodiscard]] result<logical_plan> session_plan(const job& asked, const scripted_stream& events,
                                                const scripted_sinks& sinks);

/// The same over the script itself.
[[nodiscard]] result<logical_plan> tumbling_plan(const job& asked, const script& steps, const scripted_sinks& sinks);
[[nodiscard]] result<logical_plan> sliding_plan(const job& asked, const script& steps, const scripted_sinks& sinks);
[[nodiscard]] result<logical_plan> session_plan(const job& asked, const script& steps, const scripted_sinks& sinks);

}  // namespace millrace::oracle
