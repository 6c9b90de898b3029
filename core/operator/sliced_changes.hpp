// The change sets of the operator over slices: chunks that it shares until it writes them again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/operator/operator_changes.hpp>
#include <millrace/core/operator/operator_moment.hpp>
#include <millrace/core/operator/row_column.hpp>
#include <millrace/core/operator/slice_grid.hpp>
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

/// What changed in the panes of one complete window.
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
  operator_moment stood;
  grid_index due_from = 0;
  grid_index kept_from = 0;
  std::vector<assigned_row<Key>> rows;
  std::vector<slice_changes<Contents>> slices;
  std::vector<complete_changes<Contents, Memory>> complete;

  [[nodiscard]] const operator_moment& moment() const noexcept override { return stood; }
  /// Counts the values of whole chunks.
  [[nodiscard]] std::size_t entries() const noexcept override {
    std::size_t all = rows.size();
    for (const auto& each : slices) all += values_of(each.held);
    for (const auto& each : complete) all += values_of(each.held);
    return all;
  }

private:
  [[nodiscard]] static std::size_t values_of(const std::vector<frozen_chunk<Contents>>& chunks) noexcept {
    std::size_t all = 0;
    for (const auto& each : chunks) all += each.values->size();
    return all;
  }
};

}  // namespace millrace::detail
