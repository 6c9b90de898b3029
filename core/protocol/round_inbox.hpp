// The order in which a key-group actor works: batches of a round wait until the round before is answered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace millrace {

/// Sorts batches, answers and barriers of one exchange into the one queue that a key-group actor works off. A batch of
/// round r + 1 of an input never comes before the answer to round r of that input; answers come in the order of their
/// numbers. `Batch` is the handle of a batch: what waits here keeps its credit. Confined to its actor.
template <class Batch>
class round_inbox {
public:
  /// Events of one round of one input.
  struct events {
    input_id input;
    Batch batch;
  };
  /// An aligned barrier: the owner freezes its state.
  struct barrier {
    epoch_number epoch;
  };
  /// The end of the queue, put there by the owner: nothing of the pipeline follows it.
  struct stop {};
  using item = std::variant<events, round_answer, barrier, stop>;

  explicit round_inbox(std::size_t inputs) : open_round_(inputs, 1), has_begun_(inputs, false), parked_(inputs) {}

  /// Takes a batch of `round`, which is the running round of `input` or a later one.
  /// Errors: `failure` with `internal` for a round that was answered before.
  void push(input_id input, round_number round, Batch batch) {
    if (round == open_round_[input]) {
      has_begun_[input] = true;
      ready_.push_back(events{input, std::move(batch)});
      return;
    }
    if (round < open_round_[input]) {
      throw failure(error_code::internal, "a batch of round " + std::to_string(round) + " of input " +
                                              std::to_string(input) + " came after the answer to that round");
    }
    parked_[input].push_back({round, std::move(batch)});
    ++parked_count_;
  }

  /// Takes an answer. Batches of the next round of the answered input follow it at once.
  /// Errors: `failure` with `internal` for an answer out of order.
  void push(const round_answer& answer) {
    if (answer.number != last_answer_ + 1) {
      throw failure(error_code::internal,
                    "answer " + std::to_string(answer.number) + " came after answer " + std::to_string(last_answer_));
    }
    last_answer_ = answer.number;
    ready_.push_back(answer);
    if (answer.round == 0) return;
    if (answer.input != every_input) return close_round(answer.input, answer.round);
    for (std::size_t input = 0; input < open_round_.size(); ++input) {
      close_round(static_cast<input_id>(input), answer.round);
    }
  }

  /// Puts an aligned barrier behind everything that is ready now. `is_clean` asks that no round is under way, as is so
  /// where nothing behind a barrier of an input goes before it.
  /// Errors: `failure` with `internal` for a barrier inside a round.
  void push_barrier(epoch_number epoch, bool is_clean) {
    for (std::size_t input = 0; is_clean && input < has_begun_.size(); ++input) {
      if (!has_begun_[input]) continue;
      throw failure(error_code::internal, "barrier " + std::to_string(epoch) + " stands inside round " +
                                              std::to_string(open_round_[input]) + " of input " +
                                              std::to_string(input));
    }
    ready_.push_back(barrier{epoch});
  }

  /// Puts the end behind everything that is ready now.
  void push_stop() { ready_.push_back(stop{}); }

  /// The next thing to do, or nullptr. It stays at the front until `pop`.
  [[nodiscard]] item* front() noexcept { return ready_.empty() ? nullptr : &ready_.front(); }
  void pop() { ready_.pop_front(); }

  /// The round of `input` whose batches are applied now.
  [[nodiscard]] round_number open_round(input_id input) const noexcept { return open_round_[input]; }
  /// Batches that wait for an answer.
  [[nodiscard]] std::size_t parked() const noexcept { return parked_count_; }
  [[nodiscard]] std::size_t ready() const noexcept { return ready_.size(); }

private:
  struct parked_batch {
    round_number round;
    Batch batch;
  };

  void close_round(input_id input, round_number round) {
    if (round != open_round_[input]) {
      throw failure(error_code::internal, "round " + std::to_string(round) + " of input " + std::to_string(input) +
                                              " was answered while round " + std::to_string(open_round_[input]) +
                                              " was running");
    }
    has_begun_[input] = false;
    release(input, ++open_round_[input]);
  }

  void release(input_id input, round_number round) {
    auto& waiting = parked_[input];
    while (!waiting.empty() && waiting.front().round == round) {
      has_begun_[input] = true;
      ready_.push_back(events{input, std::move(waiting.front().batch)});
      waiting.pop_front();
      --parked_count_;
    }
  }

  std::vector<round_number> open_round_;  // per input: the round whose batches may be applied
  std::vector<bool> has_begun_;           // per input: a batch of that round has become ready
  std::vector<std::deque<parked_batch>> parked_;
  std::deque<item> ready_;
  answer_number last_answer_ = 0;
  std::size_t parked_count_ = 0;
};

}  // namespace millrace
