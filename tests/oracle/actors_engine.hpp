// The engine "actors": a script on the whole graph of actors, as a program runs it.
#pragma once

#include <cstddef>

#include "campaign.hpp"
#include "script.hpp"

namespace millrace::oracle {

/// Runs the script with one source actor, two key-group actors and batches of `batch_size` elements, and waits for its
/// end. Steps of the outcome are those of the sinks; open panes are known at the end only. Requires that every split
/// ends. Errors: `failure` when the run fails.
[[nodiscard]] outcome run_on_actors(const job& asked, const script& steps, std::size_t batch_size);

/// The engine for a campaign.
[[nodiscard]] engine actors_engine();

}  // namespace millrace::oracle
