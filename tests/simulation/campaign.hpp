// Many seeds, each run once, judged, and shrunk where it fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "recording.hpp"
#include "scenario.hpp"
#include "stored_runs.hpp"

namespace millrace::simulation {

/// What a campaign has seen.
struct tally {
  std::size_t seeds = 0;
  std::size_t violations = 0;
  std::set<std::uint64_t> schedules;  ///< Hashes of the distinct ones.
  std::uint64_t turns = 0;
  std::uint64_t fingerprint = 0;  ///< A hash of all schedules: the same seeds, the same fingerprint.
  std::size_t suspended_firing = 0;
  std::size_t suspended_batch = 0;
  std::size_t parked_batch = 0;
  std::size_t held_behind_barrier = 0;
  std::size_t behind_windows = 0;
  std::size_t behind_each_event = 0;
  std::size_t at_least_once = 0;
  std::size_t completed_epoch = 0;
  std::size_t cancelled_epoch = 0;
  std::size_t restored = 0;
  std::size_t restored_twice = 0;
  std::size_t kept_state = 0;
  std::size_t crashed = 0;
  std::size_t rescaled = 0;  ///< Went on with another number of actors.
  std::size_t failed_commit = 0;
  std::size_t slow_store = 0;
  std::size_t woke_behind = 0;
  std::size_t went_idle = 0;
  std::size_t starved = 0;
  std::size_t timeout_before_actor = 0;
  std::size_t preempted = 0;
  std::size_t late = 0;
  std::size_t stopped = 0;
  std::size_t drained = 0;
  std::size_t thrown = 0;
};

struct verdict {
  recording seen;
  std::size_t restored = 0;  ///< Further runs, each of which went on from an epoch of the one before.
  stored_verdict stored{};
  std::optional<std::string> violation;
};

/// Runs and judges one scenario; when it has completed epochs, also runs that go on from one of them.
[[nodiscard]] verdict verdict_on(const scenario& asked);

/// The scenario of the seed, what is wrong with it, and the same of the smallest scenario that still fails.
[[nodiscard]] std::string report_on(std::uint64_t seed, const std::string& violation);

/// Runs `seeds` seeds from `first` on. Each violation is told to `report`; after `most_violations` it stops.
[[nodiscard]] tally run_campaign(std::uint64_t first, std::uint64_t seeds, std::size_t most_violations,
                                 const std::function<void(std::uint64_t seed, const std::string& violation)>& report);

/// The seed that runs now, for whoever has to say where a crash happened. May be called from a signal handler.
[[nodiscard]] std::uint64_t running_seed() noexcept;

[[nodiscard]] std::string text_of(const tally& counted);

}  // namespace millrace::simulation
