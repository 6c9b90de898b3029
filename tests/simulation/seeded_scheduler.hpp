// Picks, from a seed, which actor handles its next message, and when time moves to the next timeout.
#pragma once

#include <caf/resumable.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "cast.hpp"
#include "scenario.hpp"
#include "tests/oracle/random_script.hpp"

namespace millrace::simulation {

class seeded_scheduler {
public:
  /// `before` is called with each actor that is about to handle a message.
  seeded_scheduler(caf::scheduler::test_coordinator& scheduler, const cast& players, const schedule_settings& settings,
                   std::function<void(caf::resumable*)> before);

  seeded_scheduler(const seeded_scheduler&) = delete;
  seeded_scheduler& operator=(const seeded_scheduler&) = delete;

  /// Lets one actor handle one message, or triggers one timeout. Returns false when there is neither. Others may run in
  /// the middle of the handler, right after it has sent a message, as they may on threads of their own. A timeout
  /// further ahead than any of a pipeline that makes progress is left until nothing else is.
  bool turn();

  [[nodiscard]] bool has_starved() const noexcept { return has_starved_; }
  [[nodiscard]] bool has_slow_store() const noexcept { return has_slow_store_; }
  [[nodiscard]] bool has_preempted() const noexcept { return has_preempted_; }
  [[nodiscard]] bool timeout_before_actor() const noexcept { return timeout_before_actor_; }

private:
  [[nodiscard]] std::vector<std::size_t> fed_jobs();
  std::size_t pick(const std::vector<std::size_t>& from);
  [[nodiscard]] bool timeout_is_near() const;
  void run(std::size_t job);
  void preempt();

  /// The thread, as actors see it: a message that makes an actor ready goes through it.
  class worker;

  caf::scheduler::test_coordinator& scheduler_;
  const cast& players_;
  schedule_settings settings_;
  std::function<void(caf::resumable*)> before_;
  oracle::dice random_;
  std::vector<std::uint64_t> priorities_;     // by actor, with `picking::priorities`
  std::vector<std::uint64_t> starved_until_;  // by actor: the turn
  std::size_t last_ = 0;                      // the actor that ran last
  std::uint64_t turns_ = 0;
  unsigned depth_ = 0;  // handlers that are being run
  bool has_starved_ = false;
  bool has_slow_store_ = false;
  bool has_preempted_ = false;
  bool timeout_before_actor_ = false;
};

}  // namespace millrace::simulation
