// The watermarks of an exchange behind a keyed stage: key-group actors pass on what they were answered.
#pragma once

#include <cstddef>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/protocol/step_ledger.hpp>

namespace millrace {

/// Answers step n of the stage before once, when all of its key-group actors have passed it. They were all given the
/// same answers, so what they pass agrees and is passed on as it is, idleness too: there is no policy here. Confined to
/// its actor.
class relayed_watermarks {
public:
  relayed_watermarks(exchange_id exchange, std::size_t inputs) : exchange_(exchange), ledger_(inputs) {}

  /// `input` has passed a step. Calls `answer(round_answer)` for each round that all have passed now, in order.
  template <class Answer>
  void on_passed(input_id input, const step_mark& mark, Answer&& answer) {
    ledger_.passed(input, mark, [&](const step_mark& whole) {
      ended_ = whole.end;
      answer(round_answer{.exchange = exchange_,
                          .number = whole.step,
                          .input = every_input,
                          .round = whole.step,
                          .combined = whole.mark,
                          .idle = whole.idle,
                          .end = whole.end});
    });
  }

  /// The answer that says `end` was given.
  [[nodiscard]] bool ended() const noexcept { return ended_; }

private:
  exchange_id exchange_;
  step_ledger ledger_;
  bool ended_ = false;
};

}  // namespace millrace
