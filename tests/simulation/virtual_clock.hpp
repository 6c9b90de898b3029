// The processing clock of a simulated pipeline: the one that a test moves.
#pragma once

#include <caf/detail/test_actor_clock.hpp>
#include <chrono>
#include <millrace/core/time/clock.hpp>

namespace millrace::simulation {

/// Requires that the actor clock outlives it.
class virtual_clock final : public clock {
public:
  explicit virtual_clock(const caf::detail::test_actor_clock& moved) : moved_(moved) {}
  [[nodiscard]] event_time now() const override {
    return event_time{std::chrono::duration_cast<duration>(moved_.current_time.time_since_epoch())};
  }

private:
  const caf::detail::test_actor_clock& moved_;
};

}  // namespace millrace::simulation
