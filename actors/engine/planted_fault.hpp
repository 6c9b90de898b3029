// Faults that a test build plants on purpose, to see that the simulation finds them. A library has none of them.
#pragma once

namespace millrace::engine {

enum class planted_fault : unsigned char {
  none,
  watermark_before_batch,  ///< A source reports a round before it has sent the round's last batches.
  round_not_awaited,       ///< A key-group actor applies a batch before the round before it is answered.
  credit_leaked,           ///< A key-group actor that fails keeps the buffer it was reading.
  ended_source_silent,     ///< A source that has ended does not send a barrier.
  barrier_in_mid_round,    ///< A source sends a barrier before the running round ends.
  answer_overtakes_rows,   ///< A key-group actor passes an answer on before the rows that it caused.
  position_before_batch,   ///< A source records a place before the last records that it has sent.
  combined_outside_cut,    ///< A watermark actor records its watermark at the first barrier, not behind the last.
  timer_not_restored,      ///< What an operator has loaded never fires.
  length_after_commit,     ///< A sink records the length that it will have shown after the commit.
  frozen_read_back_old,    ///< Of two changes of an entry that are stored together the older one stays.
  failed_epoch_dropped,    ///< A key-group actor forgets the changes of an epoch that could not be stored.
};

#ifdef MILLRACE_PLANTED_FAULTS
/// Which one is planted now. Set between runs.
planted_fault& planted() noexcept;
inline bool is_planted(planted_fault asked) noexcept {
  return planted() == asked;
}
#else
constexpr bool is_planted(planted_fault /*asked*/) noexcept {
  return false;
}
#endif

}  // namespace millrace::engine
