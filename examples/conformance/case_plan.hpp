// The plan of a case: its script as the source, its window, callbacks as the sinks.
#pragma once

#include <memory>
#include <millrace/core/error.hpp>
#include <millrace/core/plan/logical_plan.hpp>

#include "recorder.hpp"
#include "script_source.hpp"
#include "test_case.hpp"

namespace conformance {

/// Where the window of a case stands: behind the source, or behind a keyed stage that passes each event on.
enum class plan_shape : unsigned char { one_stage, two_stages };

/// Errors: what the library refuses in the case's pipeline.
[[nodiscard]] millrace::result<millrace::logical_plan> plan_of(const test_case& wanted, plan_shape shape,
                                                               std::shared_ptr<script> steps,
                                                               std::shared_ptr<recorder> sinks);

}  // namespace conformance
