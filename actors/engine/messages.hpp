// What the actors of a pipeline say to each other.
#pragma once

#include <caf/allowed_unsafe_message_type.hpp>
#include <caf/atom.hpp>
#include <cstddef>
#include <cstdint>
#include <millrace/actors/flow/buffer_pool.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <string>
#include <vector>

namespace millrace::engine {

using run_atom = caf::atom_constant<caf::atom("run")>;        // to oneself: go on
using wake_atom = caf::atom_constant<caf::atom("wake")>;      // a timer: (generation)
using credit_atom = caf::atom_constant<caf::atom("credit")>;  // a buffer has come back
using flush_atom = caf::atom_constant<caf::atom("flush")>;    // to a sink itself, behind what is in its mailbox
using tick_atom = caf::atom_constant<caf::atom("tick")>;      // the clock of a watermark actor
using stop_atom = caf::atom_constant<caf::atom("stop")>;      // stop, or: the sender has stopped
using drain_atom = caf::atom_constant<caf::atom("drain")>;    // end all input now

/// Events of one round, from a source actor to a key-group actor.
struct events_message {
  exchange_id exchange = 0;
  input_id input = 0;
  round_number round = 0;
  batch_hold events;
};

/// Rows of one output of a stage, from a key-group actor to a sink. Each boundary says that the rows before `row`
/// belong to its step or an earlier one.
struct rows_message {
  struct boundary {
    std::size_t row = 0;
    step_mark mark;
  };
  std::size_t input = 0;  // the key-group actor
  batch_hold rows;        // may be empty
  std::vector<boundary> boundaries;
};

/// A key-group actor has passed its last answer on and stops.
struct input_stopped {
  std::size_t input = 0;
};

/// To the coordinator: member number `member` has done all it had to do.
struct member_done {
  std::size_t member = 0;
  bool ended = false;  // by the end of input, not by a stop
};

/// To the coordinator: member number `member` has failed.
struct member_failed {
  std::size_t member = 0;
  error reason;
};

}  // namespace millrace::engine

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::events_message)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::rows_message)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::input_stopped)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::member_done)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::member_failed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::round_report)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::round_answer)
