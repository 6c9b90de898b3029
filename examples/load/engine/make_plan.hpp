// The plan that is measured, built as a user would build it.
#pragma once

#include <memory>
#include <millrace/core/plan/logical_plan.hpp>

#include "engine/span_source.hpp"
#include "options.hpp"
#include "report/result_digest.hpp"

namespace millrace::load {

/// Results are added to `into`, when the plan has run to its end.
[[nodiscard]] result<logical_plan> make_plan(const throughput_options& chosen, const span_source::events& events,
                                             std::shared_ptr<result_digest> into);

// One for each kind of window, so that they are compiled side by side.
[[nodiscard]] result<logical_plan> make_tumbling_plan(const throughput_options& chosen,
                                                      const span_source::events& events,
                                                      std::shared_ptr<result_digest> into);
[[nodiscard]] result<logical_plan> make_sliding_plan(const throughput_options& chosen,
                                                     const span_source::events& events,
                                                     std::shared_ptr<result_digest> into);
[[nodiscard]] result<logical_plan> make_session_plan(const throughput_options& chosen,
                                                     const span_source::events& events,
                                                     std::shared_ptr<result_digest> into);

}  // namespace millrace::load
