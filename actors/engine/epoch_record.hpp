// What a complete epoch holds besides the entries of its stages: all that a run needs to go on from it.
#pragma once

#include <cstdint>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <string>
#include <vector>

namespace millrace::engine {

/// One source of the plan.
struct recorded_source {
  std::string name;
};

/// One split of a source. Its place in the list is its number.
struct recorded_split {
  std::uint32_t source = 0;
  std::string name;
};

/// One keyed stage of the plan.
struct recorded_stage {
  std::string name;
  std::vector<std::string> moments;  ///< Of each of its operators.
};

/// One sink of the plan.
struct recorded_sink {
  std::string name;
  std::string prepared;  ///< What its writer prepared.
};

struct epoch_record {
  std::string pipeline;
  std::uint64_t id = 0;  ///< Drawn when the state was begun.
  std::uint32_t key_groups = 0;
  std::vector<recorded_source> sources;
  std::vector<recorded_split> splits;
  std::vector<std::string> positions;  ///< Of each source actor; empty at epoch 0.
  std::string combined;                ///< The watermark actor's behind the sources; empty at epoch 0.
  std::vector<recorded_stage> stages;
  std::vector<recorded_sink> sinks;
  bool ended = false;  ///< Every input had ended, and everything has fired.
};

static_assert(storable<epoch_record>);

}  // namespace millrace::engine
