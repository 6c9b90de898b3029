// Looks at the message that an actor is about to handle and writes down what matters of it.
#pragma once

#include <caf/message.hpp>
#include <caf/resumable.hpp>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "cast.hpp"
#include "recording.hpp"

namespace millrace::simulation {

class message_log {
public:
  /// Writes into `seen`, which must outlive it and has a record for each key-group actor.
  message_log(const cast& players, recording& seen) : players_(players), seen_(seen) {}

  /// `job` is about to handle its next message.
  void look_at(caf::resumable* job);

private:
  void at_watermarks(const part& who, const caf::type_erased_tuple& content);
  void at_key_group(const part& who, const caf::type_erased_tuple& content);
  void note(std::uint64_t number);
  /// Stages are spawned from the last to the first.
  [[nodiscard]] std::size_t stage_behind(std::size_t spawned_before) const {
    return seen_.stages.size() - 1 - spawned_before;
  }

  const cast& players_;
  recording& seen_;
  std::map<std::pair<std::size_t, input_id>, round_number> answered_;  // by actor and input
  std::map<input_id, round_number> reported_;
  std::map<std::size_t, std::set<input_id>> behind_barrier_;  // by actor
};

}  // namespace millrace::simulation
