// Windows that are complete and still take late elements: what each key has in them.
#pragma once

#include <cstddef>
#include <map>
#include <millrace/core/operator/row_column.hpp>
#include <millrace/core/operator/slice_grid.hpp>

namespace millrace::detail {

/// The panes of complete windows that are not freed yet. A late element is added to its pane alone, so that a firing
/// costs nothing but itself. `Memory` is what a pane has sent last. Confined to its operator.
template <class Contents, class Memory>
class complete_windows {
public:
  explicit complete_windows(chunk_pool<Contents>& pool) noexcept : pool_(pool) {}

  struct panes {
    panes(chunk_pool<Contents>& contents, chunk_pool<Memory>& memories) noexcept : held(contents), emitted(memories) {}
    row_column<Contents> held;
    row_column<Memory> emitted;  ///< Only in modes that remember.
  };

  /// The panes of a window, none at first.
  [[nodiscard]] panes& at(grid_index window) { return windows_.try_emplace(window, pool_, memories_).first->second; }

  /// Frees the windows below `before`. Returns how many panes they had.
  std::size_t free(grid_index before) {
    std::size_t freed = 0;
    while (!windows_.empty() && windows_.begin()->first < before) {
      freed += windows_.begin()->second.held.size();
      windows_.erase(windows_.begin());
    }
    return freed;
  }

private:
  chunk_pool<Contents>& pool_;
  chunk_pool<Memory> memories_;
  std::map<grid_index, panes> windows_;
};

}  // namespace millrace::detail
