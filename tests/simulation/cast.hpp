// Who plays in a simulated run: the actors that wait in the job queue right after the graph was spawned.
#pragma once

#include <caf/resumable.hpp>
#include <caf/scheduled_actor.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <cstddef>
#include <map>
#include <string>

namespace millrace::simulation {

enum class role : unsigned char { coordinator, sink, key_group, watermarks, source, other };

struct part {
  role what = role::other;
  std::size_t index = 0;   ///< Among those of its role, in the order in which they were spawned.
  std::size_t number = 0;  ///< Among all.
};

class cast {
public:
  /// Requires that no actor has run yet.
  explicit cast(const caf::scheduler::test_coordinator& scheduler);

  [[nodiscard]] part of(caf::resumable* job) const;
  [[nodiscard]] std::size_t size() const noexcept { return parts_.size(); }

private:
  std::map<caf::resumable*, part> parts_;
};

}  // namespace millrace::simulation
