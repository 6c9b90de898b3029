// Closes the steps of a sink: a step is whole when every key-group actor has passed its answer on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <millrace/core/sink/sink_writer.hpp>
#include <vector>

namespace millrace {

/// Remembers how far each input of a sink has come. Confined to its sink actor.
class step_ledger {
public:
  explicit step_ledger(std::size_t inputs) : passed_(inputs, 0) {}

  /// `input` has passed the answer of `mark`; its later rows belong to the next step. Calls `close(step_mark)` for each
  /// step that is whole now, in order.
  template <class Close>
  void passed(std::size_t input, const step_mark& mark, Close&& close) {
    passed_[input] = mark.step;
    if (mark.step > newest_) {
      newest_ = mark.step;
      waiting_.push_back(mark);
    }
    const step_number whole = *std::min_element(passed_.begin(), passed_.end());
    while (!waiting_.empty() && waiting_.front().step <= whole) {
      close(waiting_.front());
      waiting_.pop_front();
    }
  }

  /// The step that the rows of `input` belong to now.
  [[nodiscard]] step_number step_of(std::size_t input) const noexcept { return passed_[input] + 1; }
  /// Steps that some inputs have passed and others have not.
  [[nodiscard]] std::size_t open_steps() const noexcept { return waiting_.size(); }

private:
  std::vector<step_number> passed_;
  std::deque<step_mark> waiting_;
  step_number newest_ = 0;
};

}  // namespace millrace
