// What a pipeline that keeps state does after a failure.
#pragma once

#include <cstddef>
#include <limits>
#include <millrace/core/time/event_time.hpp>

namespace millrace {

/// How often a failed run is begun again from its last epoch, and after what pause. The pause doubles from
/// `first_pause` to `longest_pause`; a run that has lasted for `reset_after` counts as a success, after which both
/// begin anew. A failure that comes from the data, as of a function that throws, and comes back the same after a
/// restart is final: the same record would fail for ever.
struct restart_policy {
  static constexpr std::size_t without_limit = std::numeric_limits<std::size_t>::max();

  std::size_t restarts = 0;  ///< In a row, at most; 0: none.
  duration first_pause{1000};
  duration longest_pause{1000};
  duration reset_after{600'000};

  static constexpr restart_policy none() noexcept { return {}; }
  static constexpr restart_policy fixed(std::size_t restarts, duration pause) noexcept {
    return {.restarts = restarts, .first_pause = pause, .longest_pause = pause};
  }
  static constexpr restart_policy exponential(duration first, duration longest) noexcept {
    return {.restarts = without_limit, .first_pause = first, .longest_pause = longest};
  }
};

}  // namespace millrace
