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
