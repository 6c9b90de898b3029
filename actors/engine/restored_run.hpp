// Begins the state of a run, or goes on from it: what stands between opening a plan's parts and spawning its actors.
#pragma once

#include <millrace/actors/engine/epoch_record.hpp>
#include <millrace/actors/engine/graph.hpp>
#include <millrace/core/error.hpp>
#include <optional>

namespace millrace::engine {

/// The record of the last epoch of a store; nothing when it holds none.
/// Errors: `state_malformed`; `state_refused` when it is of another plan, saying what differs.
[[nodiscard]] result<std::optional<epoch_record>> record_for(const epoch_store& store, const logical_plan& plan,
                                                             const run_options& options);

/// Puts the splits that an epoch knows into its order, and new ones behind them.
/// Errors: `state_refused` for a split that is gone, or for a new one when everything had ended.
[[nodiscard]] std::optional<error> arrange_splits(const epoch_record& record, opened_plan& opened);

/// Gives operators their entries, sources their places and sinks what they prepared. Failures leave as `failure`.
void restore(const epoch_record& record, opened_plan& opened);

/// Commits epoch 0, before the first record is read: who the pipeline is, and where its sinks begin. From then on what
/// the sinks write to is theirs.
/// Failures leave as `failure`.
void begin_state(opened_plan& opened);

}  // namespace millrace::engine
