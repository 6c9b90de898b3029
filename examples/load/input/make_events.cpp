#include "input/make_events.hpp"

#include <algorithm>

#include "input/spread.hpp"

namespace millrace::load {

namespace {

/// SplitMix64: a counter, spread. Small, and the same everywhere, which the distributions of <random> are not.
class random_numbers {
public:
  /// Evenly from [0, limit), but for a bias far below what a sum could show. Requires limit > 0, below 2^32.
  std::uint64_t below(std::uint64_t limit) noexcept {
    state_ += 0x9e3779b97f4a7c15U;
    return ((spread(state_) >> 32U) * limit) >> 32U;
  }

private:
  std::uint64_t state_ = 2026;
};

}  // namespace

std::vector<event> make_events(const event_wishes& wishes) {
  std::vector<event> made;
  made.reserve(wishes.events);
  random_numbers random;
  const auto span = static_cast<std::uint64_t>(wishes.span.count());
  const auto disorder = static_cast<std::uint64_t>(wishes.disorder.count());
  for (std::uint64_t i = 0; i < wishes.events; ++i) {
    const std::uint64_t due = i * span / wishes.events;
    const std::uint64_t time = due - std::min(due, random.below(disorder + 1));
    made.push_back({.key = spread(random.below(wishes.keys)),
                    .time = event_time{static_cast<std::int64_t>(time)},
                    .value = static_cast<std::int64_t>(1 + random.below(1000))});
  }
  return made;
}

}  // namespace millrace::load
