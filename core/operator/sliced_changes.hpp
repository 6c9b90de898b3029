// The change sets of the operator over slices: chunks that it shares until it writes them again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <millrace/core/codec/byte_writer.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/codec/key_layout.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/changed_keys.hpp>
#include <millrace/core/operator/operator_changes.hpp>
#include <millrace/core/operator/operator_moment.hpp>
#include <millrace/core/operator/row_column.hpp>
#include <millrace/core/operator/slice_grid.hpp>
#include <millrace/core/operator/sliced_entries.hpp>
#include <millrace/core/operator/stored_key.hpp>
#include <millrace/core/operator/stored_panes.hpp>
#include <string>
#include <vector>

namespace millrace::detail {

/// A row that was given to a key.
template <class Key>
struct assigned_row {
  row_index row;
  std::uint64_t hash;
  Key key;
};

/// What changed in one slice.
template <class Contents>
struct slice_changes {
  grid_index slice;
  std::vector<frozen_chunk<Contents>> held;
};

/// What changed in the panes of one complete window. Where what was emitted changed, the contents did too.
template <class Contents, class Memory>
struct complete_changes {
  grid_index window;
  std::vector<frozen_chunk<Contents>> held;
  std::vector<frozen_chunk<Memory>> emitted;
};

/// Rows that were given to keys, chunks with a value that was opened or changed, and from which window on windows are
/// still kept: which slices and panes are gone follows from it. How many slices use a row is counted again.
template <class Key, class Contents, class Memory>
struct sliced_changes final : operator_changes {
  explicit sliced_changes(const slice_grid& of) : grid(of) {}

  static constexpr bool can_write = storable<Key> && storable<Contents>;

  operator_moment stood;
  slice_grid grid;
  grid_index due_from = 0;
  grid_index kept_from = 0;
  bool frees = false;  ///< Whether `kept_from` has risen.
  std::vector<assigned_row<Key>> rows;
  std::vector<slice_changes<Contents>> slices;
  std::vector<complete_changes<Contents, Memory>> complete;
  changed_keys<Key> keys;  ///< Where they can be written.

  /// Copies the keys of all changed values: `key_of(row)` gives one.
  template <class KeyOf>
  void copy_keys(KeyOf&& key_of) {
    if constexpr (can_write) {
      for (const auto& each : slices) keys.add(each.held);
      for (const auto& each : complete) keys.add(each.held);
      keys.copy(key_of);
    }
  }

  [[nodiscard]] const operator_moment& moment() const noexcept override { return stood; }
  /// Counts the changed values.
  [[nodiscard]] std::size_t entries() const noexcept override {
    std::size_t all = 0;
    for (const auto& each : slices) all += changes_of(each.held);
    for (const auto& each : complete) all += changes_of(each.held);
    return all;
  }

  void write(entry_writer& into, std::uint32_t key_groups) const override {
    if constexpr (can_write) {
      if (frees) erase_freed(into, grid, kept_from);
      for (const auto& each : slices) {
        write_values(into, key_groups, slice_entry, grid.slice(each.slice), each.held,
                     [](byte_writer&, std::size_t, std::size_t) {});
      }
      for (const auto& each : complete) {
        write_values(into, key_groups, complete_entry, grid.window(each.window), each.held,
                     [&](byte_writer& bytes, std::size_t index, std::size_t at) {
                       memory_codec<Memory>::write(bytes, emitted_in(each.emitted, index, at));
                     });
      }
    } else {
      operator_changes::write(into, key_groups);
    }
  }

private:
  [[nodiscard]] static std::size_t changes_of(const std::vector<frozen_chunk<Contents>>& chunks) noexcept {
    std::size_t all = 0;
    for (const auto& each : chunks) all += each.values->changes();
    return all;
  }

  /// `write_more(bytes, chunk index, at)` writes what follows the contents.
  template <class WriteMore>
  void write_values(entry_writer& into, std::uint32_t key_groups, std::uint8_t kind, time_window bounds,
                    const std::vector<frozen_chunk<Contents>>& chunks, const WriteMore& write_more) const {
    key_writer entry;
    begin_entry(entry, kind, bounds);
    const std::size_t beginning = entry.bytes().size();
    std::string value;
    for (const auto& chunk : chunks) {
      keys.for_each(chunk, [&](const Key& key, const Contents& held, std::size_t at) {
        entry.cut(beginning);
        value.clear();
        write_key(key, entry, value);
        byte_writer bytes{value};
        codec<Contents>::write(bytes, held);
        write_more(bytes, chunk.index, at);
        into.put(key_group_of(key_hash(key), key_groups), entry.bytes(), value);
      });
    }
  }

  /// What a pane has emitted last: nothing in modes that do not remember.
  [[nodiscard]] static Memory emitted_in(const std::vector<frozen_chunk<Memory>>& chunks, std::size_t index,
                                         std::size_t at) {
    const auto found = std::lower_bound(chunks.begin(), chunks.end(), index,
                                        [](const auto& left, std::size_t right) { return left.index < right; });
    if (found == chunks.end() || found->index != index || !found->values->has(at)) return {};
    return found->values->value(at);
  }
};

}  // namespace millrace::detail
