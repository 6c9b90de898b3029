// Runs a scenario on the whole graph of actors, in one thread, on virtual time.
#pragma once

#include <millrace/actors/engine/restore_point.hpp>
#include <optional>

#include "kept_state.hpp"
#include "recording.hpp"
#include "scenario.hpp"

namespace millrace::simulation {

/// The same scenario gives the same recording. With `from` it goes on from there: of a run of the same scenario, which
/// may have been disturbed otherwise. Not thread-safe where faults are planted.
[[nodiscard]] recording run(const scenario& asked, std::optional<engine::restore_point> from = std::nullopt);

/// A run that goes on from what is kept, and changes it. It may die: then `frozen` is set, which is to be taken back
/// before the next run. Errors: those of `engine::open`.
[[nodiscard]] result<recording> run_stored(const scenario& asked, const stored_run& how,
                                           const std::shared_ptr<kept_state>& kept);

}  // namespace millrace::simulation
