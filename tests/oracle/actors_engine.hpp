// The engines on actors: a script on the whole graph of actors, as a program runs it.
#pragma once

#include <cstddef>

#include "campaign.hpp"
#include "script.hpp"

namespace millrace::oracle {

/// Runs the script with one source actor, two key-group actors and batches of `batch_size` elements, and waits for its
/// end. Steps of the outcome are those of the sinks; open panes are known at the end only. Requires that every split
/// ends. Errors: `failure` when the run fails.
[[nodiscard]] outcome run_on_actors(const job& asked, const script& steps, std::size_t batch_size);

/// "actors": the window behind the source.
[[nodiscard]] engine actors_engine();
/// "two-stage": the window behind a keyed stage that passes each event on. The same is expected.
[[nodiscard]] engine two_stage_engine();
/// "two-windows": a window of each case, and another by another key behind it.
[[nodiscard]] engine two_windows_engine();

}  // namespace millrace::oracle
