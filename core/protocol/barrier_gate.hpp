// Holds back what stands behind a barrier until every input has sent that barrier.
#pragma once

#include <cstddef>
#include <deque>
#include <millrace/core/protocol/barrier_alignment.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <utility>
#include <vector>

namespace millrace {

/// Stands before a receiver of several inputs. Exactly once: what an input sends behind its barrier waits until the
/// barrier is aligned or cancelled. At least once: nothing waits but the end of an input, and what that input sends
/// after it. `pass(Message)` is called for what may go on, in the order of each input. Confined to its actor.
template <class Message>
class barrier_gate {
public:
  barrier_gate(std::size_t inputs, processing_guarantee guarantee)
      : alignment_(inputs), held_of_(inputs, 0), guarantee_(guarantee) {}

  /// Takes a message of `input`; `ends` says that a split of it ends with it.
  template <class Pass>
  void take(input_id input, Message message, bool ends, Pass&& pass) {
    if (!holds(input, ends)) return pass(std::move(message));
    held_.push_back({input, std::move(message)});
    ++held_of_[input];
  }

  /// Takes a barrier of `input`. When it is the last one, calls `aligned(epoch)`, then passes on what was held.
  template <class Pass, class Aligned>
  void take_barrier(input_id input, epoch_number epoch, Pass&& pass, Aligned&& aligned) {
    if (alignment_.open() != 0 && epoch > alignment_.open()) cancel(alignment_.open(), pass);
    if (alignment_.arrive(input, epoch) != barrier_alignment::outcome::complete) return;
    aligned(epoch);
    release(pass);
  }

  /// Ends the alignment of every epoch up to `epoch`: its barriers are dropped, and what they held goes on.
  template <class Pass>
  void cancel(epoch_number epoch, Pass&& pass) {
    if (alignment_.cancel(epoch)) release(pass);
  }

  /// The epoch in alignment; 0: none.
  [[nodiscard]] epoch_number open() const noexcept { return alignment_.open(); }
  /// Messages that wait.
  [[nodiscard]] std::size_t held() const noexcept { return held_.size(); }

private:
  struct held_message {
    input_id input;
    Message message;
  };

  [[nodiscard]] bool holds(input_id input, bool ends) const noexcept {
    if (!alignment_.is_behind(input)) return false;
    return guarantee_ == processing_guarantee::exactly_once || ends || held_of_[input] > 0;
  }

  template <class Pass>
  void release(Pass& pass) {
    for (std::deque<held_message> going = std::exchange(held_, {}); !going.empty(); going.pop_front()) {
      --held_of_[going.front().input];
      pass(std::move(going.front().message));
    }
  }

  barrier_alignment alignment_;
  std::deque<held_message> held_;
  std::vector<std::size_t> held_of_;  // by input
  processing_guarantee guarantee_;
};

}  // namespace millrace
