// The state of one pipeline on disk: epochs, each complete or not there at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace millrace {

/// One entry that was written or removed in an epoch.
struct stored_change {
  std::string key;                   ///< Not empty, at most `state_store::longest_key` bytes.
  std::optional<std::string> value;  ///< Empty: the entry is gone.
};

/// A view of the state as of one epoch, which stays what it is while the store goes on. Confined to one thread at a
/// time. Keep it no longer than needed: as long as it lives, no page that it sees is used again.
class state_snapshot {
public:
  state_snapshot(state_snapshot&&) noexcept;
  state_snapshot& operator=(state_snapshot&&) noexcept;
  ~state_snapshot();

  /// The last complete epoch, if there is any.
  [[nodiscard]] std::optional<epoch_number> epoch() const;
  /// What `commit` was given for that epoch beside the changes.
  [[nodiscard]] std::string_view record() const;
  /// The value of an entry. Cost: a look-up in the base and in each epoch that is not merged into it.
  [[nodiscard]] std::optional<std::string> find(std::string_view key) const;
  /// Calls `visit(key, value)` for each entry whose key begins with `prefix`, by key, until it returns false.
  void scan(std::string_view prefix, const std::function<bool(std::string_view, std::string_view)>& visit) const;

private:
  friend class state_store;
  struct implementation;
  explicit state_snapshot(std::unique_ptr<implementation> made);
  std::unique_ptr<implementation> implementation_;
};

/// An LMDB environment of a pipeline's own. An epoch is one transaction: its changes appended as a run, and one record
/// of everything else. Runs are merged into the base later, in bounded transactions that may be cut off anywhere.
/// `commit` and `merge` are called by one thread; snapshots may be taken by any. Failures leave as `failure`:
/// `state_unwritable` when the disk says no, after which nothing has changed and the same call may be made again.
class state_store {
public:
  static constexpr std::size_t longest_key = 480;

  struct options {
    std::string directory;                 ///< Made when it is not there. Required.
    std::uint64_t map_size = 1ULL << 40U;  ///< Address space, not disk: the greatest size of the file, in bytes.
    unsigned readers = 128;                ///< Snapshots at a time at most.
    bool read_only = false;                ///< Reads what another process writes.
  };

  /// Errors: `state_in_use` when another process writes it; `state_refused` for another format; `state_malformed` for
  /// a file that is no state; `state_unwritable`, `option_out_of_range`.
  [[nodiscard]] static result<state_store> open(options chosen);

  state_store(state_store&&) noexcept;
  state_store& operator=(state_store&&) noexcept;
  ~state_store();

  /// Commits `epoch`, which is above every earlier one: on return it is on disk. `changes` are sorted by key, each key
  /// once. Cost: as the changes, not as the state.
  void commit(epoch_number epoch, std::span<const stored_change> changes, std::string_view record);

  /// Moves at most `entries` entries of the oldest runs into the base. Returns true when none is left.
  bool merge(std::size_t entries);

  [[nodiscard]] state_snapshot snapshot() const;

  /// Entries that wait in runs.
  [[nodiscard]] std::size_t unmerged() const;

  struct implementation;  // of this layer

private:
  explicit state_store(std::unique_ptr<implementation> made);
  std::unique_ptr<implementation> implementation_;
};

}  // namespace millrace
