// Change sets: what an operator hands over when it is frozen, and takes when it is restored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/operator/operator_moment.hpp>
#include <millrace/core/state/stored_entries.hpp>

namespace millrace {

/// What changed in one operator from one freeze to the next: whole entries that were opened or changed, those that are
/// gone, its watermark, and the counters that later behaviour depends on. Immutable: read it from any thread. Only an
/// operator of the same type can look into it. What it shares with the operator that made it may be destroyed by
/// whichever thread drops it last, contents of the user's function included.
class operator_changes {
public:
  operator_changes() = default;
  operator_changes(const operator_changes&) = delete;
  operator_changes& operator=(const operator_changes&) = delete;
  virtual ~operator_changes() = default;

  /// How many entries it carries, opened, changed and gone, in the unit of the operator that made it.
  [[nodiscard]] virtual std::size_t entries() const noexcept = 0;

  /// Where the operator stood, apart from its entries.
  [[nodiscard]] virtual const operator_moment& moment() const noexcept = 0;

  /// Writes what changed as entries, for `load` of any number of operators. Change sets are written oldest first. May
  /// be called by any thread. Errors: `failure` with `option_conflict` where the operator says `not_storable`.
  virtual void write(entry_writer& into, std::uint32_t key_groups) const;
};

}  // namespace millrace
