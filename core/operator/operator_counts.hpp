// What a keyed operator counts.
#pragma once

#include <cstdint>

namespace millrace {

/// What an operator has done and holds.
struct operator_counts {
  std::uint64_t events = 0;        ///< Events applied.
  std::uint64_t rows = 0;          ///< Rows made for the main output.
  std::uint64_t dropped_late = 0;  ///< Events that every window missed.
  std::uint64_t partly_late = 0;   ///< Events that some windows missed and others took.
  std::uint64_t in_gap = 0;        ///< Events that no window covers (slide longer than size).
  std::uint64_t open_panes = 0;    ///< Live (key, window) pairs now.
};

}  // namespace millrace
