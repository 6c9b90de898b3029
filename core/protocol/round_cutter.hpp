// Decides where a source actor's rounds end. Pure: no clock, no actor.
#pragma once

#include <cstddef>
#include <millrace/core/protocol/round_grid.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/combiner.hpp>

namespace millrace {

/// Follows the watermarks of one source actor's splits and says when the running round ends: after `limit` records, or
/// right after the record with which the combined watermark of the splits passes a time of the grid. The combined
/// watermark is taken with the same rules as the watermark actor takes it, so that with one source actor the two agree.
/// Confined to its source actor.
class round_cutter {
public:
  struct options {
    std::size_t splits;        ///< Number of splits, numbered from 0. Required.
    std::size_t limit = 4096;  ///< Records in a round at most, >= 1.
    round_grid grid;           ///< Times that matter downstream. May be empty.
    all_idle_policy all_idle;
    bool watch_grid = true;  ///< False with periodic reports: only the number of records ends a round.
  };

  explicit round_cutter(options chosen);

  /// One record of `split` was read and its generator now says `mark`. Returns true when the round ends with it.
  bool on_record(split_id split, watermark mark);

  /// A split's status changed (never through a record). The round ends; the caller reports it.
  void on_idle(split_id split);
  void on_active(split_id split);
  void on_end(split_id split);
  /// A reader's own watermark. Returns true when it raised the combined watermark over a time of the grid.
  bool on_watermark(split_id split, watermark mark);

  /// Records in the running round.
  [[nodiscard]] std::size_t records() const noexcept { return records_; }
  /// Starts the next round.
  void start_round() noexcept { records_ = 0; }

  /// The combined watermark of this source's splits.
  [[nodiscard]] watermark combined() const noexcept { return combiner_.combined(); }

private:
  bool passed_grid();

  std::size_t limit_;
  bool watch_grid_;
  round_grid grid_;
  combiner combiner_;
  watermark next_;  // the least grid time above the combined watermark
  std::size_t records_ = 0;
};

}  // namespace millrace
