// The one interface over every keyed operator: what a key-group actor, a test harness or a plain loop calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/batch/output_port.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/operator/operator_changes.hpp>
#include <millrace/core/operator/operator_counts.hpp>
#include <millrace/core/operator/operator_moment.hpp>
#include <millrace/core/state/stored_entries.hpp>
#include <millrace/core/time/event_time.hpp>
#include <optional>
#include <span>

namespace millrace {

/// A keyed stage over the keys of one actor. Confined to its actor. It stops between two events or two panes when an
/// output has no room, and is called again with the same arguments to go on; nothing else may be called in between but
/// `counts`. User exceptions and overflows leave as `failure` naming stage, key, and window or event.
class keyed_operator {
public:
  virtual ~keyed_operator() = default;

  /// Gives the operator its ways out: 0 the main one, 1 late events, then the declared side outputs in their order. A
  /// null port swallows. Called once, before anything else.
  virtual void connect(std::span<output_port* const> ports) = 0;

  /// Gives the main output one port for each key-group actor of the next keyed stage, among which its rows are spread
  /// by key group. Called once, after `connect` with a null main port, where the plan leads the rows to a stage.
  /// Errors: `failure` with `internal` for an operator whose rows have no key for a next stage.
  virtual void connect_next_stage(std::span<output_port* const> receivers, std::uint32_t key_groups);

  /// Applies the events from index `from` on. Returns the index of the first one not applied: `events.size()` when
  /// done, less when an output ran out of room.
  virtual std::size_t process(const batch& events, std::size_t from) = 0;

  /// Raises the watermark and fires and frees what is due, in time order. Returns false when an output ran out of room;
  /// call again with the same watermark. A watermark that is not higher does nothing.
  virtual bool advance(watermark to) = 0;

  /// The last watermark that `advance` was given.
  [[nodiscard]] virtual watermark now() const noexcept = 0;

  /// The watermark that goes downstream when this stage's own is `own`: less for `final_only`, whose rows come late.
  [[nodiscard]] virtual watermark forwarded(watermark own) const noexcept { return own; }

  [[nodiscard]] virtual operator_counts counts() const noexcept = 0;

  /// Hands over what changed since the last freeze or restore, or since the start. Not while a `process` or `advance`
  /// has stopped for want of room. Cost: grows with the change, not with the state.
  /// Errors: failure(not_supported_yet) where the contents of the stage's function cannot be copied.
  [[nodiscard]] virtual std::shared_ptr<const operator_changes> freeze() = 0;

  /// Applies a change set of an operator of the same stage and keys to this one, which has applied the ones before it,
  /// oldest first, and nothing else. Afterwards this one behaves as the frozen one did.
  /// Errors: failure(internal) for a change set of another operator, or when one before it is missing.
  virtual void restore(const operator_changes& changes) = 0;

  /// Why the state of this operator cannot be kept in a store, naming stage and type; nothing when it can.
  [[nodiscard]] virtual std::optional<error> not_storable() const;

  /// Goes on from stored entries instead: those of the key groups that this operator is to have, written by change sets
  /// of any number of operators of the same stage up to one epoch. `moment` adds up theirs. Called before anything else
  /// but `connect`. Errors: `failure` with `state_malformed` for entries of another operator or type, naming the stage;
  /// `option_conflict` when `not_storable`.
  virtual void load(const operator_moment& moment, const entry_reader& stored);
};

}  // namespace millrace
