// A scenario as a pipeline: the oracle's plan with live splits and sinks that write down what they get.
#pragma once

#include <memory>
#include <millrace/core/error.hpp>
#include <millrace/core/plan/logical_plan.hpp>

#include "fuse.hpp"
#include "kept_state.hpp"
#include "recording.hpp"
#include "scenario.hpp"
#include "simulated_source.hpp"

namespace millrace::simulation {

/// The plan writes into `seen`, which must outlive what runs it.
[[nodiscard]] result<logical_plan> plan_of(const scenario& asked, const std::shared_ptr<reading>& input,
                                           recording& seen, const std::shared_ptr<kept_state>& kept = nullptr);

}  // namespace millrace::simulation
