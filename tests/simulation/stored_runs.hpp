// Several runs of a scenario that keep state, each going on from what the one before has left behind.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "scenario.hpp"

namespace millrace::simulation {

struct stored_verdict {
  std::size_t runs = 0;
  bool crashed = false;
  bool rescaled = false;  ///< Went on with another number of actors.
  bool failed_commit = false;
  bool slow_store = false;
  std::optional<std::string> violation;
};

/// Runs the stored runs of the scenario one behind the other and judges each, what the world has seen at each
/// beginning, and what is left at the end.
[[nodiscard]] stored_verdict verdict_on_stored(const scenario& asked);

}  // namespace millrace::simulation
