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

namespace millrace::simulation {

/// What a campaign has seen.
struct tally {
  std::size_t seeds = 0;
  std::size_t violations = 0;
  std::set<std::uint64_t> schedules;  ///< Hashes of the distinct ones.
  std::uint64_t turns = 0;
  std::size_t suspended_firing = 0;
  std::size_t suspended_batch = 0;
  std::size_t parked_batch = 0;
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
  std::optional<std::string> violation;
};

/// Runs and judges one scenario.
[[nodiscard]] verdict verdict_on(const scenario& asked);

/// The scenario of the seed, what is wrong with it, and the same of the smallest scenario that still fails.
[[nodiscard]] std::string report_on(std::uint64_t seed, const std::string& violation);

/// Runs `seeds` seeds from `first` on. Each violation is told to `report`; after `most_violations` it stops.
[[nodiscard]] tally run_campaign(std::uint64_t first, std::uint64_t seeds, std::size_t most_violations,
                                 const std::function<void(std::uint64_t seed, const std::string& violation)>& report);

[[nodiscard]] std::string text_of(const tally& counted);

}  // namespace millrace::simulation
