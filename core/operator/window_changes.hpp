// The change sets of the general window operator: whole keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/operator/operator_changes.hpp>
#include <millrace/core/operator/operator_moment.hpp>
#include <utility>
#include <vector>

namespace millrace::detail {

/// The panes of each key of which any was opened, changed or freed, and the keys that have none left.
template <class Key, class Panes>
struct window_changes final : operator_changes {
  operator_moment stood;
  std::vector<std::pair<Key, Panes>> changed;
  std::vector<Key> gone;

  [[nodiscard]] const operator_moment& moment() const noexcept override { return stood; }
  [[nodiscard]] std::size_t entries() const noexcept override { return changed.size() + gone.size(); }
};

}  // namespace millrace::detail
