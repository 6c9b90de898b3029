// Which inputs have sent a barrier: the state of one alignment. Chandy and Lamport, "Distributed snapshots", 1985, as
// used for streams by Carbone et al., "Lightweight asynchronous snapshots for distributed dataflows", 2015.
#pragma once

#include <cstddef>
#include <millrace/core/protocol/messages.hpp>
#include <vector>

namespace millrace {

/// Collects the barriers of all inputs of a receiver. One epoch is aligned at a time; a barrier of a newer one ends the
/// older alignment. An epoch that is complete or cancelled is closed: its barriers are dropped. Confined to its actor.
class barrier_alignment {
public:
  explicit barrier_alignment(std::size_t inputs) : sent_(inputs, false) {}

  enum class outcome : unsigned char {
    dropped,   ///< The epoch is closed, or older than the one in alignment.
    waiting,   ///< Other inputs have not sent theirs.
    complete,  ///< All inputs have sent it now; the epoch is closed.
  };

  /// `input` has sent barrier `epoch`. Errors: `failure` with `internal` when it sends one twice.
  outcome arrive(input_id input, epoch_number epoch);

  /// Closes every epoch up to `epoch`. Returns true when that ended the alignment under way.
  bool cancel(epoch_number epoch);

  /// The epoch in alignment; 0: none.
  [[nodiscard]] epoch_number open() const noexcept { return open_; }
  /// Whether what `input` sends now stands behind its barrier of the epoch in alignment.
  [[nodiscard]] bool is_behind(input_id input) const noexcept { return open_ != 0 && sent_[input]; }

private:
  void close(epoch_number epoch);

  std::vector<bool> sent_;  // of the epoch in alignment, by input
  std::size_t missing_ = 0;
  epoch_number open_ = 0;
  epoch_number closed_ = 0;
};

}  // namespace millrace
