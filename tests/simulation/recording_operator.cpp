#include "recording_operator.hpp"

#include <millrace/core/batch/batch.hpp>

namespace millrace::simulation {

std::size_t recording_operator::process(const batch& events, std::size_t from) {
  throwing_->burn(throwing_place::operator_call);
  const auto& typed = static_cast<const event_batch<std::int64_t, std::int64_t>&>(events);
  has_timers_ = true;
  const std::size_t to = inner_->process(events, from);
  for (std::size_t i = from; i < to; ++i) {
    const auto& event = typed.events[i];
    seen_.calls.push_back(
        {.what = call_kind::event, .event = {.key = event.key, .time = event.time, .value = event.value}});
  }
  if (to < events.size()) happened_.suspended_batch = true;
  return to;
}

bool recording_operator::advance(watermark to) {
  throwing_->burn(throwing_place::operator_call);
  const bool goes_on = !seen_.calls.empty() && !seen_.calls.back().completed;
  if (!goes_on) seen_.calls.push_back({.what = call_kind::rise, .to = to, .completed = false});
  seen_.calls.back().completed = !has_timers_ || inner_->advance(to);
  if (!seen_.calls.back().completed) happened_.suspended_firing = true;
  return seen_.calls.back().completed;
}

std::shared_ptr<const operator_changes> recording_operator::freeze() {
  auto changes = inner_->freeze();
  seen_.calls.push_back({.what = call_kind::freeze, .changes = changes});
  return changes;
}

}  // namespace millrace::simulation
