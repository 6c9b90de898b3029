// Combines the watermarks of several inputs (rules 6 to 10).
#pragma once

#include <cstddef>
#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/byte_writer.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/all_idle.hpp>
#include <vector>

namespace millrace {

/// The minimum over the counted inputs, never falling. An input that has no watermark yet holds it; an idle one is not
/// counted; one that comes back behind is counted once it has caught up. Without any input all have ended at once: the
/// combined watermark starts as the final one. Confined to its actor.
///
/// When all inputs that have not ended are idle, the policy alone decides, whatever order they went idle in: under
/// `flush_max` the watermark is the greatest of all. Under `hold` it stays where the minimum over the inputs that were
/// still counted had brought it, and under `wall_clock` it goes on from there.
///
/// Cost: constant for an input that does not hold the minimum, and for one that rises but holds it still; one pass over
/// the inputs when the minimum changes hands or a status changes.
class combiner {
public:
  explicit combiner(std::size_t inputs, all_idle_policy policy = {});

  /// Each returns true when the combined watermark or the idle status changed. An equal or lower watermark, or one from
  /// an idle input, changes nothing and is not remembered.
  /// Errors: `failure` with `event_after_end` for an input that has ended, with `internal` for one that does not exist.
  bool on_watermark(split_id which, watermark mark);
  bool on_idle(split_id which);
  bool on_active(split_id which);
  bool on_end(split_id which);
  /// The processing clock reads `now`; matters under `wall_clock` while all are idle and is not remembered: where
  /// `follows_clock()` has become true, the caller gives the present time next.
  bool on_clock(event_time now);

  [[nodiscard]] watermark combined() const noexcept { return combined_; }
  /// Whether this input takes part in the minimum: not idle, not ended, not still behind. False for one that is none.
  [[nodiscard]] bool counts(split_id which) const noexcept { return which < inputs_.size() && inputs_[which].counted; }
  /// Whether this input is the one that the minimum waits for. Others may rise as they like: nothing changes.
  [[nodiscard]] bool holds_minimum(split_id which) const noexcept { return counts(which) && which == holder_; }
  /// All inputs that have not ended are idle, under a policy that says so.
  [[nodiscard]] bool idle() const noexcept { return idle_; }
  /// All inputs have ended: `combined()` is final.
  [[nodiscard]] bool ended() const noexcept { return ended_inputs_ == inputs_.size(); }
  /// This input has ended. False for one that is none.
  [[nodiscard]] bool ended(split_id which) const noexcept { return which < inputs_.size() && inputs_[which].ended; }
  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_.size(); }
  /// True while `on_clock` has work to do.
  [[nodiscard]] bool follows_clock() const noexcept;

  /// Appends inputs until there are so many; fewer change nothing. A new one has no watermark yet, so it holds the
  /// combined one where it is until it has got there, ends or goes idle. Returns true when the idle status changed.
  /// Errors: `failure` with `internal` when all inputs have ended: the combined watermark is final then.
  bool grow(std::size_t inputs);

  /// Writes all that later answers depend on, but for the policy. Cost: nine bytes an input.
  void write(byte_writer& into) const;
  /// Goes on, under `policy`, from what `write` wrote. Errors: `failure` with `state_malformed`.
  static combiner read(byte_reader& from, all_idle_policy policy);

private:
  struct input {
    watermark last;
    bool idle = false;
    bool counted = true;
    bool ended = false;
  };

  input& live(split_id which);
  [[nodiscard]] bool all_idle() const noexcept;
  void raise(watermark to) noexcept;
  bool settle();        // looks at end and idleness, else takes the minimum again; true when something changed
  void take_minimum();  // over the counted inputs; remembers who holds it
  void apply_policy();  // all inputs that have not ended are idle

  std::vector<input> inputs_;
  all_idle_policy policy_;
  watermark combined_;
  bool idle_ = false;
  std::size_t idle_inputs_ = 0;
  std::size_t ended_inputs_ = 0;
  // Any counted input but a new one is at `combined_` or above. The holder is the lowest: exactly there, unless it is
  // new and still below. No other counted input was below `runner_up_` at the last pass, nor is it now, since none
  // falls: up to there the holder rises alone.
  std::size_t holder_ = 0;
  watermark runner_up_;
};

}  // namespace millrace
