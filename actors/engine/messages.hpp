// What the actors of a pipeline say to each other.
#pragma once

#include <caf/allowed_unsafe_message_type.hpp>
#include <caf/atom.hpp>
#include <cstddef>
#include <cstdint>
#include <millrace/actors/flow/buffer_pool.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/epoch_changes.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <string>
#include <variant>
#include <vector>

namespace millrace::engine {

using run_atom = caf::atom_constant<caf::atom("run")>;        // to oneself: go on
using wake_atom = caf::atom_constant<caf::atom("wake")>;      // a timer: (generation)
using credit_atom = caf::atom_constant<caf::atom("credit")>;  // a buffer has come back
using flush_atom = caf::atom_constant<caf::atom("flush")>;    // to a sink itself, behind what is in its mailbox
using tick_atom = caf::atom_constant<caf::atom("tick")>;      // the clock of a watermark actor
using stop_atom = caf::atom_constant<caf::atom("stop")>;      // stop, or: the sender has stopped
using drain_atom = caf::atom_constant<caf::atom("drain")>;    // end all input now
using epoch_atom = caf::atom_constant<caf::atom("epoch")>;    // to the coordinator: begin an epoch

/// Events of one round, from a source actor or a key-group actor of the stage before to a key-group actor.
struct events_message {
  exchange_id exchange = 0;
  input_id input = 0;
  round_number round = 0;
  batch_hold events;
};

/// A key-group actor has passed an answer on, to the watermark actor of the next exchange; the events before it belong
/// to its step or an earlier one.
struct passed_message {
  exchange_id exchange = 0;
  input_id input = 0;
  step_mark mark;
};

/// Barrier `epoch` of one input of an exchange, behind everything that the input has sent before.
struct barrier_message {
  exchange_id exchange = 0;
  input_id input = 0;
  epoch_number epoch = 0;
};

/// From a watermark actor to its key-group actors: every input has sent barrier `epoch`, and every report before it is
/// answered.
struct aligned_barrier {
  exchange_id exchange = 0;
  epoch_number epoch = 0;
};

/// Barriers up to `epoch` are cancelled: from the coordinator to sources and watermark actors, and from these in band
/// to their key-group actors.
struct cancelled_barriers {
  epoch_number epoch = 0;
};

/// From the coordinator to a source: send barrier `epoch` at the end of the running round.
struct barrier_request {
  epoch_number epoch = 0;
};

/// From the coordinator to key-group actors and sinks: what they acknowledged for `epoch` is safe.
struct epoch_committed {
  epoch_number epoch = 0;
};

/// To the coordinator: the sink that is member number `member` has shown what it prepared for `epoch`.
struct member_committed {
  std::size_t member = 0;
  epoch_number epoch = 0;
};

/// To the coordinator: member number `member` has done its part of `epoch`.
struct member_acknowledged {
  std::size_t member = 0;
  epoch_number epoch = 0;
  member_changes changes;
};

/// Rows of one output of a stage, from a key-group actor to a sink. A boundary stands before row `row`: the rows before
/// it belong to the step it ends or an earlier one, or to the epoch whose barrier it is.
struct rows_message {
  struct boundary {
    std::size_t row = 0;
    std::variant<step_mark, epoch_number> what;
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
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::passed_message)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::barrier_message)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::aligned_barrier)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::cancelled_barriers)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::barrier_request)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::epoch_committed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::member_committed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::member_acknowledged)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::rows_message)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::input_stopped)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::member_done)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::member_failed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::round_report)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::round_answer)
