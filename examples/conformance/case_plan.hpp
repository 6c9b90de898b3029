// The plan of a case: its script as the source, its window, callbacks as the sinks.
#pragma once

#include <memory>
#include <millrace/core/error.hpp>
#include <millrace/core/plan/logical_plan.hpp>

#include "recorder.hpp"
#include "script_source.hpp"
#include "test_case.hpp"

namespace conformance {

/// Errors: what the library refuses in the case's pipeline.
[[nodiscard]] millrace::result<millrace::logical_plan> plan_of(const test_case& wanted, std::shared_ptr<script> steps,
                                                               std::shared_ptr<recorder> sinks);

}  // namespace conformance
