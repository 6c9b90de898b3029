// Looks at the message that an actor is about to handle and writes down what matters of it.
#pragma once

#include <caf/resumable.hpp>
#include <cstdint>
#include <map>
#include <string>

#include "cast.hpp"
#include "recording.hpp"

namespace millrace::simulation {

class message_log {
public:
  /// Writes into `seen`, which must outlive it.
  message_log(const cast& players, recording& seen) : players_(players), seen_(seen) {}

  /// `job` is about to handle its next message.
  void look_at(caf::resumable* job);

private:
  void note(std::uint64_t number);

  const cast& players_;
  recording& seen_;
  std::map<std::pair<std::size_t, input_id>, round_number> answered_;  // by key-group actor and input
};

}  // namespace millrace::simulation
