// What the members of a pipeline acknowledge a barrier with: all it takes to start again from there.
#pragma once

#include <cstddef>
#include <memory>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <millrace/core/source/source_driver.hpp>
#include <millrace/core/watermark/combiner.hpp>
#include <string>
#include <variant>
#include <vector>

namespace millrace {

/// Of a source actor: where it reads on.
struct source_changes {
  input_id input = 0;
  source_driver::position position;
  std::string stored{};  ///< The same as bytes, where state is kept.
};

/// Of the watermark actor of an exchange. Where key-group actors are the inputs there is nothing to remember but the
/// end: they start at the combined watermark that their operators know.
struct exchange_changes {
  exchange_id exchange = 0;
  std::optional<combiner> state{};  ///< Where sources are the inputs.
  bool ended = false;               ///< The final answer has been given.
};

/// Of a key-group actor: what changed since the epoch before, oldest first. More than one set when an epoch in between
/// was cancelled after the actor had frozen.
struct stage_changes {
  exchange_id exchange = 0;
  std::size_t actor = 0;
  std::vector<std::shared_ptr<const operator_changes>> sets{};
};

/// Of a sink: how many steps it had closed, and, where state is kept, what its writer prepared.
struct sink_changes {
  std::size_t sink = 0;
  step_number closed = 0;
  std::string prepared{};
};

using member_changes = std::variant<source_changes, exchange_changes, stage_changes, sink_changes>;

/// A complete epoch.
struct epoch_changes {
  epoch_number epoch = 0;
  std::vector<member_changes> members;
};

}  // namespace millrace
