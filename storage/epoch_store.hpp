// Where a pipeline keeps its epochs, as its engine sees it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/storage/state_store.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace millrace {

/// Epochs, each of which is there as a whole or not at all. One thread writes; `last` and `scan` may be called by any
/// thread as long as none writes. Failures leave as `failure`; after one of `commit` or `merge` nothing has changed.
class epoch_store {
public:
  virtual ~epoch_store() = default;

  struct epoch {
    epoch_number number = 0;
    std::string record;  ///< All that is no entry.
  };

  /// The last complete epoch; nothing when there is none yet.
  [[nodiscard]] virtual std::optional<epoch> last() const = 0;

  /// Calls `visit(key, value)` for each entry of the last epoch whose key begins with `prefix`, by key, until it
  /// returns false.
  virtual void scan(std::string_view prefix,
                    const std::function<bool(std::string_view, std::string_view)>& visit) const = 0;

  /// Completes epoch `number`, which is above every earlier one. `changes` are sorted by key, each key once.
  virtual void commit(epoch_number number, std::span<const stored_change> changes, std::string_view record) = 0;

  /// Tidies up for a while, `entries` entries at most. Returns true when nothing is left to do.
  virtual bool merge(std::size_t entries) = 0;
};

/// Epochs in a state directory. Errors: as `state_store::open`.
[[nodiscard]] result<std::unique_ptr<epoch_store>> open_epoch_store(state_store::options chosen);

}  // namespace millrace
