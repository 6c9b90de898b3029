// Combines the watermarks of several inputs (rules 6 to 10).
#pragma once

#include <cstddef>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/all_idle.hpp>
#include <vector>

namespace millrace {

/// The minimum over the counted inputs, never falling. An input that has no watermark yet holds it; an idle one is not
/// counted; one that comes back behind is counted once it has caught up. Confined to its actor.
/// Cost: constant for an input that does not hold the minimum, one pass over the inputs otherwise.
class combiner {
public:
  explicit combiner(std::size_t inputs, all_idle_policy policy = {});

  /// Each returns true when the combined watermark or the idle status changed. An equal or lower watermark, or one from
  /// an idle input, changes nothing and is not remembered.
  /// Errors: `failure` with `event_after_end` for an input that has ended.
  bool on_watermark(split_id input, watermark mark);
  bool on_idle(split_id input);
  bool on_active(split_id input);
  bool on_end(split_id input);
  /// The processing clock reads `now`; matters under `wall_clock` while all are idle.
  bool on_clock(event_time now);

  [[nodiscard]] watermark combined() const noexcept { return combined_; }
  /// All inputs that have not ended are idle, under a policy that says so.
  [[nodiscard]] bool idle() const noexcept { return idle_; }
  /// All inputs have ended: `combined()` is final.
  [[nodiscard]] bool ended() const noexcept { return ended_ == inputs_.size(); }
  /// True while `on_clock` has work to do.
  [[nodiscard]] bool follows_clock() const noexcept;

private:
  struct input {
    watermark last;
    bool idle = false;
    bool counted = true;
    bool ended = false;
  };

  input& live(split_id which);
  bool settle();  // takes the minimum again, then looks at idleness and end

  std::vector<input> inputs_;
  all_idle_policy policy_;
  watermark combined_;
  bool idle_ = false;
  std::size_t ended_ = 0;
};

}  // namespace millrace
