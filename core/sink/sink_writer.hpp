// A sink as its actor sees it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/time/event_time.hpp>
#include <string>
#include <string_view>

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

  /// Only where state is kept. The steps closed since the last call are those of `epoch`, the number of the next
  /// commit: makes what was written of them safe, and gives what `recover` needs to know, at most some hundred bytes.
  /// Called for epoch 0 before the first row, when nothing has been written yet.
  [[nodiscard]] virtual std::string prepare(epoch_number /*epoch*/) { return {}; }

  /// `epoch` is complete and on disk: what was prepared for it, and for epochs before it that failed, may be seen.
  virtual void commit(epoch_number /*epoch*/) {}

  /// The run goes on from `epoch`, for which `prepare` gave `prepared`, in this process or in one that has died since,
  /// perhaps before `commit`. Undoes what came behind it. Called once, before the first row, instead of `prepare(0)`.
  /// Errors: `failure` with `state_refused` when the outside is not what this pipeline left.
  virtual void recover(epoch_number /*epoch*/, std::string_view /*prepared*/) {}
};

/// Where the state of the pipeline that a sink is opened for comes from.
enum class state_origin : unsigned char {
  none,     ///< No state is kept: rows may be seen as they come.
  fresh,    ///< State is kept from now on: `prepare(0)` follows.
  restored  ///< The run goes on from an epoch: `recover` follows, and what the sink wrote before may exist.
};

/// A description of a sink, cheap to copy, opened at start after all sources. `open<Row>` gives its writer, or says
/// what is in the way. `blocking` says that writing waits for a file or a socket. A sink that
/// has more to do with epochs than to write also has `open<Row>(state_origin)`, which is then called instead.
template <class Sink, class Row>
concept sink_for = std::copy_constructible<Sink> && requires(const Sink sink) {
  { sink.template open<Row>() } -> std::same_as<result<std::unique_ptr<sink_writer>>>;
  { Sink::blocking } -> std::convertible_to<bool>;
};

}  // namespace millrace
