#include <algorithm>
#include <millrace/core/error.hpp>
#include <millrace/core/time/arithmetic.hpp>
#include <millrace/core/watermark/combiner.hpp>
#include <string>

namespace millrace {

combiner::combiner(std::size_t inputs, all_idle_policy policy) : inputs_(inputs), policy_(policy) {
  settle();
}

bool combiner::on_watermark(split_id which, watermark mark) {
  input& from = live(which);
  if (from.idle || mark <= from.last) return false;
  from.last = mark;
  if (!from.counted) {
    if (mark < combined_) return false;
    from.counted = true;
    return settle();
  }
  if (which != holder_) return false;
  if (mark > runner_up_) return settle();
  combined_ = mark;
  return true;
}

bool combiner::on_idle(split_id which) {
  input& from = live(which);
  if (from.idle) return false;
  from.idle = true;
  from.counted = false;
  ++idle_inputs_;
  return settle();
}

bool combiner::on_active(split_id which) {
  input& from = live(which);
  if (!from.idle) return false;
  from.idle = false;
  from.counted = from.last >= combined_;
  --idle_inputs_;
  return settle();
}

bool combiner::on_end(split_id which) {
  input& from = live(which);
  if (from.idle) --idle_inputs_;
  from.idle = false;
  from.counted = false;
  from.ended = true;
  ++ended_inputs_;
  return settle();
}

bool combiner::on_clock(event_time now) {
  if (!follows_clock()) return false;
  const watermark before = combined_;
  raise(watermark{now - policy_.lag});
  return combined_ != before;
}

bool combiner::follows_clock() const noexcept {
  return policy_.what == all_idle_policy::kind::wall_clock && all_idle();
}

combiner::input& combiner::live(split_id which) {
  if (which >= inputs_.size()) {
    throw failure(error_code::internal, "split " + std::to_string(which) + " is not one of the " +
                                            std::to_string(inputs_.size()) + " splits whose watermarks are combined");
  }
  input& found = inputs_[which];
  if (found.ended) {
    throw failure(error_code::event_after_end,
                  "split " + std::to_string(which) + " has ended: no event, watermark or status of it is accepted");
  }
  return found;
}

bool combiner::all_idle() const noexcept {
  return idle_inputs_ > 0 && idle_inputs_ + ended_inputs_ == inputs_.size();
}

void combiner::raise(watermark to) noexcept {
  combined_ = std::max(combined_, to);
}

bool combiner::settle() {
  const watermark combined_before = combined_;
  const bool idle_before = idle_;
  idle_ = false;
  if (ended()) {
    raise(watermark::final());
  } else if (all_idle()) {
    apply_policy();
  } else {
    take_minimum();
  }
  return combined_ != combined_before || idle_ != idle_before;
}

void combiner::take_minimum() {
  watermark least = watermark::final();
  watermark second = watermark::final();
  std::size_t holder = inputs_.size();
  for (std::size_t at = 0; at < inputs_.size(); ++at) {
    if (!inputs_[at].counted) continue;
    if (holder == inputs_.size() || inputs_[at].last < least) {
      second = least;
      least = inputs_[at].last;
      holder = at;
    } else {
      second = std::min(second, inputs_[at].last);
    }
  }
  holder_ = holder;
  runner_up_ = second;
  if (holder != inputs_.size()) raise(least);
}

void combiner::apply_policy() {
  if (policy_.what == all_idle_policy::kind::flush_max) {
    for (const input& each : inputs_) raise(each.last);
  }
  idle_ = policy_.what != all_idle_policy::kind::wall_clock;
}

}  // namespace millrace
