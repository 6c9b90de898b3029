// What happens when every input that has not ended is idle (rule 9).
#pragma once

#include <millrace/core/time/event_time.hpp>

namespace millrace {

/// One policy for all inputs of an exchange.
struct all_idle_policy {
  enum class kind : unsigned char {
    flush_max,   ///< Raise once to the greatest watermark of all inputs, ended ones included, then go idle.
    hold,        ///< Go idle, raise nothing.
    wall_clock,  ///< Do not go idle; follow the processing clock, `lag` behind it.
  };
  kind what = kind::flush_max;
  duration lag{0};  ///< With `wall_clock` only, >= 0.

  static constexpr all_idle_policy flush_max() noexcept { return {}; }
  static constexpr all_idle_policy hold() noexcept { return {.what = kind::hold}; }
  static constexpr all_idle_policy wall_clock(duration lag) noexcept { return {.what = kind::wall_clock, .lag = lag}; }

  constexpr bool operator==(const all_idle_policy&) const noexcept = default;
};

}  // namespace millrace
