// A store of epochs in memory, which can be copied as it is and told to fail.
#pragma once

#include <map>
#include <memory>
#include <millrace/core/error.hpp>
#include <millrace/storage/epoch_store.hpp>
#include <optional>
#include <string>

namespace millrace::testing {

/// Confined to one thread. Copies are independent.
class memory_store final : public epoch_store {
public:
  std::size_t failing_commits = 0;  ///< So many of the next commits fail as on a full disk.
  std::size_t entries_written = 0;

  [[nodiscard]] std::optional<epoch> last() const override { return last_; }

  void scan(std::string_view prefix,
            const std::function<bool(std::string_view, std::string_view)>& visit) const override {
    for (auto at = entries_.lower_bound(prefix); at != entries_.end() && at->first.starts_with(prefix); ++at) {
      if (!visit(at->first, at->second)) return;
    }
  }

  void commit(epoch_number number, std::span<const stored_change> changes, std::string_view record) override {
    if (last_ && number <= last_->number) throw failure(error_code::internal, "an epoch that does not follow");
    if (failing_commits > 0) {
      --failing_commits;
      throw failure(error_code::state_unwritable, "no space left on device");
    }
    std::string_view before;
    for (const stored_change& change : changes) {
      if (change.key.empty() || (!before.empty() && change.key <= before)) {
        throw failure(error_code::internal, "changes that are not sorted, or name a key twice");
      }
      before = change.key;
      if (change.value) {
        entries_[change.key] = *change.value;
      } else {
        entries_.erase(change.key);
      }
      ++entries_written;
    }
    last_ = epoch{.number = number, .record = std::string(record)};
  }

  bool merge(std::size_t /*entries*/) override { return true; }

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

private:
  std::map<std::string, std::string, std::less<>> entries_;
  std::optional<epoch> last_;
};

}  // namespace millrace::testing
