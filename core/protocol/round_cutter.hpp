// Decides where a source actor's rounds end. Pure: no clock, no actor.
#pragma once

#include <cstddef>
#include <limits>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/protocol/round_grid.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/combiner.hpp>

namespace millrace {

/// Follows the watermarks of one source actor's splits and says when the running round ends: after `limit` records;
/// right after the record with which the combined watermark of the splits passes a time of the grid; and right after
/// the one with which a split that had come back behind has caught up and is counted again. The combined watermark is
/// taken with the rules of the watermark actor, so that with one source actor the two agree after every report (but for
/// `wall_clock`, where the clock raises the watermark actor's alone while all splits are idle). A report tells of the
/// splits counted at the start of the round first: within a round nothing else depends on the order of the lines.
/// The first watermark after none passes every grid time below it: the round ends with the record that brought it.
/// Confined to its source actor.
class round_cutter {
public:
  /// Stands for none of the splits.
  static constexpr split_id no_split = std::numeric_limits<split_id>::max();

  struct options {
    std::size_t splits;        ///< Number of splits, numbered from 0. Required.
    std::size_t limit = 4096;  ///< Records in a round at most, >= 1.
    round_grid grid;           ///< Times that matter downstream. May be empty.
    all_idle_policy all_idle;
    bool watch_grid = true;  ///< False with periodic reports: only the number of records ends a round.
  };

  explicit round_cutter(options chosen);

  /// One record of `split` was read and its generator, which never falls, now says `mark`. Returns true when the round
  /// ends with it. Cost: two comparisons for a further record of the same counted split, unless it holds the minimum
  /// and has got to the next grid time; otherwise as `combiner::on_watermark`. Errors: `failure` with `event_after_end`
  /// for a split that has ended.
  bool on_record(split_id split, watermark mark) {
    ++records_;
    if (split == running_ && mark < quiet_below_) {
      running_mark_ = mark;
      return records_ >= limit_;
    }
    const bool passed = change_hands(split, mark);
    return passed || records_ >= limit_;
  }

  /// Records of `split` that can be read in a row before `on_records` must be told of them: `records` at most, >= 1,
  /// and none behind the first one whose generator says `below` or more.
  struct stretch {
    std::size_t records;
    watermark below;
  };
  [[nodiscard]] stretch next_stretch(split_id split) const noexcept {
    if (split != running_ || records_ >= limit_) return {.records = 1, .below = watermark::none()};
    return {.records = limit_ - records_, .below = quiet_below_};
  }
  /// The same as `on_record` after each of `count` records of one stretch; `mark` is what the generator says after the
  /// last of them.
  bool on_records(split_id split, std::size_t count, watermark mark) {
    records_ += count - 1;
    return on_record(split, mark);
  }

  /// A split's status changed (never through a record). The caller ends the running round with a report of it and
  /// starts the next one first.
  void on_idle(split_id split);
  void on_active(split_id split);
  void on_end(split_id split);
  /// A reader's own watermark. Returns true when the round ends with it, for the same reasons as with a record.
  bool on_watermark(split_id split, watermark mark);

  /// Records in the running round.
  [[nodiscard]] std::size_t records() const noexcept { return records_; }
  /// Starts the next round.
  void start_round() noexcept {
    records_ = 0;
    caught_up_ = no_split;
  }

  /// Whether the running round began with this split counted. Its line in the report goes before those of the others.
  [[nodiscard]] bool counted_at_round_start(split_id split) const noexcept {
    return split != caught_up_ && combiner_.counts(split);
  }

  /// What later rounds depend on, but for the options.
  struct state {
    combiner splits;
    split_id caught_up = no_split;
  };
  /// Requires that no record is in the running round.
  [[nodiscard]] state state_now() const;
  /// Goes on from the state of a cutter of the same splits, or of the first of them: the others are new ones. Where all
  /// that were there have ended, the combined watermark, which is this source's alone, begins again with the new ones.
  void resume(const state& from);

  /// The combined watermark of this source's splits. Takes in the running split's records first.
  [[nodiscard]] watermark combined();

private:
  bool take(split_id split, watermark mark);  // both for on_record off its short way and for on_watermark
  bool change_hands(split_id split, watermark mark);
  void catch_up();
  bool pass_grid();

  std::size_t limit_;
  bool watch_grid_;
  round_grid grid_;
  combiner combiner_;
  watermark next_;  // the least grid time above the combined watermark
  std::size_t records_ = 0;
  split_id caught_up_ = no_split;  // became counted in the running round
  // The split read last, if it is counted, and what its generator says. Below `quiet_below_` it cannot lift the
  // combined watermark over a grid time, so the combiner is told only before anything else may change.
  split_id running_ = no_split;
  watermark running_mark_;
  watermark quiet_below_;
};

}  // namespace millrace
