// A split as the source driver sees it: reader, generator, fused steps and key function behind one virtual call a turn.
#pragma once

#include <cstddef>
#include <memory>
#include <millrace/core/batch/output_port.hpp>
#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/byte_writer.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/time/event_time.hpp>
#include <optional>
#include <span>
#include <string>

namespace millrace {

class round_cutter;

/// Why a turn ended.
enum class turn_end : unsigned char {
  used_up,    ///< `limit` records were read.
  round_cut,  ///< The round ends here: the last record raised the watermark over a time that matters, or it is full.
  no_credit,  ///< A receiver has no open batch; nothing was read that was not sent on.
  dry,        ///< Nothing to read now.
  ended,      ///< The split has ended.
  wakes,      ///< A record (or an active signal) is waiting on a split that was idle; it is delivered by the next turn.
  signal,     ///< The reader sent a watermark or idle signal of its own: see `turn_outcome::idle`.
};

/// What one turn did.
struct turn_outcome {
  turn_end end = turn_end::used_up;
  std::size_t records = 0;  ///< Records read, those that filters dropped included.
  bool idle = false;        ///< With `signal`: the reader declared itself idle (otherwise it gave a watermark).
};

/// Where a split stands between two records, types erased: what it takes to go on reading from there.
class split_position {
public:
  virtual ~split_position() = default;
  /// Writes it for `split_program::read_place`. Errors: `failure` with `option_conflict` when a type is not storable.
  virtual void write(byte_writer& into) const = 0;
};

/// One split of a source: reads records, stamps time, asks the generator, runs the fused steps, hashes keys and
/// scatters into one port per key-group actor. Confined to its source actor.
class split_program {
public:
  virtual ~split_program() = default;

  /// Reads at most `limit` records into `ports`. Ends early as `turn_end` says. `cutter` is told of every record and
  /// every risen watermark of split number `index`, and says when the round ends. `idle` says whether the split is idle
  /// now: the first record of an idle split whose generator reads events is held back and reported as `wakes`.
  virtual turn_outcome read(std::size_t limit, std::size_t index, bool idle, round_cutter& cutter,
                            std::span<output_port* const> ports) = 0;

  /// What the split's generator (or the reader's own watermark) says now.
  [[nodiscard]] virtual watermark current() const noexcept = 0;

  /// Where reading stands, for messages: "flights.jsonl line 12".
  [[nodiscard]] virtual std::string position() const = 0;

  /// Where reading stands, with the state of the generator; nullptr when the reader cannot be set back to a place.
  /// Asked between two turns.
  [[nodiscard]] virtual std::shared_ptr<const split_position> place_to_resume() const = 0;

  /// Goes on from a place that a split of the same source gave. Called before the first turn; again, it does the same
  /// once more. Errors: `failure` with `internal` when the reader cannot be set back; with `state_refused` when what it
  /// reads is not what the place was in.
  virtual void resume(const split_position& from) = 0;

  /// What the split is known by from run to run: the path of a file, else its number in the source. Unique in it.
  [[nodiscard]] virtual const std::string& name() const noexcept = 0;

  /// Why the place of this split cannot be kept in a store, naming the source; nothing when it can, or when there is
  /// none: a reader that cannot be set back reads on in another run where it then begins.
  [[nodiscard]] virtual std::optional<error> not_storable() const = 0;

  /// The place that `split_position::write` wrote. Errors: `failure` with `state_malformed`, naming the source.
  [[nodiscard]] virtual std::shared_ptr<const split_position> read_place(byte_reader& from) const = 0;
};

}  // namespace millrace
