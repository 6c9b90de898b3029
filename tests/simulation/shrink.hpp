// Makes a failing scenario smaller.
#pragma once

#include <functional>

#include "scenario.hpp"

namespace millrace::simulation {

/// Leaves out steps, stalls, actors and disturbances as long as `fails` with one of a few schedules, and returns what
/// is left, with the schedule that fails. The same input gives the same result.
[[nodiscard]] scenario shrunk(scenario failing, const std::function<bool(const scenario&)>& fails);

/// The number of steps over all splits.
[[nodiscard]] std::size_t steps_of(const scenario& counted);

}  // namespace millrace::simulation
