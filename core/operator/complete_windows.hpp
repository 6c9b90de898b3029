// Windows that are complete and still take late elements: what each key has in them.
#pragma once

#include <cstddef>
#include <map>
#include <millrace/core/operator/row_column.hpp>
#include <millrace/core/operator/slice_grid.hpp>
#include <millrace/core/operator/sliced_changes.hpp>
#include <set>
#include <vector>

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
  using changes = complete_changes<Contents, Memory>;

  /// The panes of a window, none at first, to be written.
  [[nodiscard]] panes& at(grid_index window) {
    changed_.insert(window);
    return windows_.try_emplace(window, pool_, memories_).first->second;
  }

  /// Frees the windows below `before`. Returns how many panes they had.
  std::size_t free(grid_index before) {
    std::size_t freed = 0;
    while (!windows_.empty() && windows_.begin()->first < before) {
      freed += windows_.begin()->second.held.size();
      windows_.erase(windows_.begin());
    }
    changed_.erase(changed_.begin(), changed_.lower_bound(before));
    return freed;
  }

  /// Hands over what changed since the last freeze.
  [[nodiscard]] std::vector<changes> freeze() {
    std::vector<changes> all;
    all.reserve(changed_.size());
    for (const grid_index window : changed_) {
      panes& of = windows_.find(window)->second;
      all.push_back({window, of.held.freeze(), of.emitted.freeze()});
    }
    changed_.clear();
    return all;
  }

  /// Takes what there is as handed over.
  void mark_clean() {
    for (const grid_index window : changed_) {
      panes& of = windows_.find(window)->second;
      static_cast<void>(of.held.freeze());
      static_cast<void>(of.emitted.freeze());
    }
    changed_.clear();
  }

  /// Takes what another one handed over.
  void restore(const std::vector<changes>& all) {
    for (const changes& each : all) {
      panes& of = windows_.try_emplace(each.window, pool_, memories_).first->second;
      for (const auto& chunk : each.held) of.held.restore(chunk, [](row_index) {});
      for (const auto& chunk : each.emitted) of.emitted.restore(chunk, [](row_index) {});
    }
  }

private:
  chunk_pool<Contents>& pool_;
  chunk_pool<Memory> memories_;
  std::map<grid_index, panes> windows_;
  std::set<grid_index> changed_;  // since the last freeze
};

}  // namespace millrace::detail
