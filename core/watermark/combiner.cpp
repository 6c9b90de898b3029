#include <algorithm>
#include <cstdint>
#include <millrace/core/error.hpp>
#include <millrace/core/time/arithmetic.hpp>
#include <millrace/core/watermark/combiner.hpp>
#include <string>

namespace millrace {

namespace {

constexpr std::uint8_t idle_flag = 1;
constexpr std::uint8_t counted_flag = 2;
constexpr std::uint8_t ended_flag = 4;

watermark read_watermark(byte_reader& from) {
  return watermark{static_cast<std::int64_t>(from.fixed<std::uint64_t>())};
}

}  // namespace

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
  if (mark <= combined_) return false;
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

bool combiner::grow(std::size_t inputs) {
  if (inputs <= inputs_.size()) return false;
  if (ended()) {
    throw failure(error_code::internal,
                  "all " + std::to_string(inputs_.size()) + " splits have ended, and another one is to be added");
  }
  inputs_.resize(inputs);
  return settle();
}

void combiner::write(byte_writer& into) const {
  into.count(inputs_.size());
  for (const input& each : inputs_) {
    into.fixed(static_cast<std::uint64_t>(each.last.milliseconds));
    into.fixed(static_cast<std::uint8_t>((each.idle ? idle_flag : 0) | (each.counted ? counted_flag : 0) |
                                         (each.ended ? ended_flag : 0)));
  }
  into.fixed(static_cast<std::uint64_t>(combined_.milliseconds));
}

combiner combiner::read(byte_reader& from, all_idle_policy policy) {
  combiner made(from.length(), policy);
  for (input& each : made.inputs_) {
    each.last = read_watermark(from);
    const auto flags = from.fixed<std::uint8_t>();
    if (flags != 0 && flags != idle_flag && flags != counted_flag && flags != ended_flag) {
      throw failure(error_code::state_malformed, "stored watermarks: split " +
                                                     std::to_string(&each - made.inputs_.data()) +
                                                     " has the unknown status " + std::to_string(flags));
    }
    each.idle = flags == idle_flag;
    each.counted = flags == counted_flag;
    each.ended = flags == ended_flag;
    if (each.idle) ++made.idle_inputs_;
    if (each.ended) ++made.ended_inputs_;
  }
  made.combined_ = read_watermark(from);
  // Whoever is behind and has caught up is counted: nothing would ever count this one.
  for (const input& each : made.inputs_) {
    if (each.idle || each.counted || each.ended || each.last < made.combined_) continue;
    throw failure(error_code::state_malformed, "stored watermarks: split " +
                                                   std::to_string(&each - made.inputs_.data()) +
                                                   " has caught up but is not counted");
  }
  made.settle();
  return made;
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
