// A sink as its actor sees it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/time/event_time.hpp>
#include <string>

namespace millrace {

/// The number of an answer of the watermark actor, from 1. Step n of a sink is what key-group actors made after answer
/// n - 1 and up to and including answer n.
using step_number = std::uint64_t;

/// What is known when a step closes.
struct step_mark {
  step_number step = 0;
  watermark stage_watermark{};  ///< The combined watermark of the stage's exchange.
  watermark mark{};   ///< What the stage forwards: rows that follow carry no time below it, corrections apart.
  bool idle = false;  ///< All inputs are idle.
  bool end = false;   ///< All inputs have ended: nothing follows.
};

/// Writes the rows of one output of one stage. Confined to its sink actor. Failures leave as `failure`; the code
/// `sink_closed` (the reader of a pipe went away) ends the pipeline quietly.
class sink_writer {
public:
  virtual ~sink_writer() = default;

  /// Takes rows [from, to) of `rows`, made by key-group actor `input` in `step`. Copies what it keeps. Rows of one
  /// input come in order; `step` may be ahead of the open one.
  virtual void write(const batch& rows, std::size_t from, std::size_t to, step_number step, std::size_t input) = 0;

  /// Every row of this step has been written. Steps close in order, each once.
  virtual void close_step(const step_mark& mark) = 0;

  /// The sink actor has nothing more to do for now: hand buffered closed steps on.
  virtual void flush() = 0;

  /// Nothing follows. Steps that are not closed are dropped.
  virtual void finish() = 0;
};

/// A description of a sink, cheap to copy, opened at start after all sources. `open<Row>` gives its writer, or says
/// what is in the way. `blocking` says that writing waits for a file or a socket.
template <class Sink, class Row>
concept sink_for = std::copy_constructible<Sink> && requires(const Sink sink) {
  { sink.template open<Row>() } -> std::same_as<result<std::unique_ptr<sink_writer>>>;
  { Sink::blocking } -> std::convertible_to<bool>;
};

}  // namespace millrace
