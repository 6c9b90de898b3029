// Decides whether, and when, a failed run is begun again. Pure: the time a run took is passed in.
#pragma once

#include <cstddef>
#include <millrace/actors/restart_policy.hpp>
#include <millrace/core/error.hpp>
#include <optional>

namespace millrace::engine {

/// Confined to its supervisor.
class restart_schedule {
public:
  explicit restart_schedule(restart_policy policy) noexcept : policy_(policy), pause_(policy.first_pause) {}

  /// A run that lasted for `lasted` has failed. Returns the pause before the next one; nothing when there is to be
  /// none.
  [[nodiscard]] std::optional<duration> after(const error& reason, duration lasted);

  /// Why there was to be none, for the message; empty where the policy has no restarts.
  [[nodiscard]] const std::string& refusal() const noexcept { return refusal_; }

private:
  restart_policy policy_;
  duration pause_;
  std::size_t in_a_row_ = 0;
  std::optional<error> before_;
  std::string refusal_;
};

}  // namespace millrace::engine
