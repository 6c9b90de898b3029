// Runs a scenario on the whole graph of actors, in one thread, on virtual time.
#pragma once

#include "recording.hpp"
#include "scenario.hpp"

namespace millrace::simulation {

/// The same scenario gives the same recording. Not thread-safe where faults are planted.
[[nodiscard]] recording run(const scenario& asked);

}  // namespace millrace::simulation
