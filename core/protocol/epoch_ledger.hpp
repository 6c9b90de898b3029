// One epoch at a time: who has acknowledged its barrier, and with what.
#pragma once

#include <cstddef>
#include <millrace/core/protocol/messages.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace millrace {

/// Numbers epochs from the one behind `last` on and collects what each member of a pipeline acknowledges.
/// Acknowledgements of an epoch that is not open, because it was cancelled, are dropped. Confined to the coordinator.
template <class Changes>
class epoch_ledger {
public:
  explicit epoch_ledger(epoch_number last = 0) noexcept : last_(last) {}

  /// Opens the next epoch, which `members` members are to acknowledge. Requires that none is open.
  epoch_number begin(std::size_t members) {
    acknowledged_.assign(members, std::nullopt);
    missing_ = members;
    open_ = ++last_;
    return open_;
  }

  /// Member number `member` acknowledges `epoch`. Returns true when all have: the epoch is then closed, and `take`
  /// gives what they said.
  bool acknowledge(std::size_t member, epoch_number epoch, Changes changes) {
    if (epoch != open_ || open_ == 0 || acknowledged_[member]) return false;
    acknowledged_[member] = std::move(changes);
    if (--missing_ > 0) return false;
    open_ = 0;
    return true;
  }

  /// Gives up the open epoch, if any, and returns its number.
  std::optional<epoch_number> cancel() {
    if (open_ == 0) return std::nullopt;
    acknowledged_.clear();
    return std::exchange(open_, 0);
  }

  /// What the members of the epoch that was closed last said, by member.
  [[nodiscard]] std::vector<Changes> take() {
    std::vector<Changes> all;
    all.reserve(acknowledged_.size());
    for (auto& one : acknowledged_) all.push_back(*std::move(one));
    acknowledged_.clear();
    return all;
  }

  /// The open epoch; 0: none.
  [[nodiscard]] epoch_number open() const noexcept { return open_; }

private:
  std::vector<std::optional<Changes>> acknowledged_;  // by member
  std::size_t missing_ = 0;
  epoch_number open_ = 0;
  epoch_number last_;
};

}  // namespace millrace
