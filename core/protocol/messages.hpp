// What sources report and what the watermark service answers. See docs/architecture.md, "Rounds".
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <millrace/core/time/event_time.hpp>
#include <vector>

namespace millrace {

using round_number = std::uint64_t;   ///< Of one input, from 1.
using answer_number = std::uint64_t;  ///< Of one exchange, from 1.
using input_id = std::uint32_t;       ///< A source actor (or upstream key-group actor) of an exchange, from 0.
using exchange_id = std::uint32_t;    ///< A keyed exchange of the plan, from 0.
using split_id = std::uint32_t;       ///< A split over all inputs of an exchange, from 0.
using epoch_number = std::uint64_t;   ///< Of one pipeline, from 1. Barrier n ends epoch n.

/// Stands for all inputs of an exchange at once.
inline constexpr input_id every_input = std::numeric_limits<input_id>::max();

/// What a pipeline promises of its epochs: what came before barrier n alone is in epoch n, or perhaps more is, which is
/// then counted again after a restore.
enum class processing_guarantee : unsigned char { exactly_once, at_least_once };

/// What happened to a split.
enum class split_event : unsigned char { watermark, idle, active, end };

/// One line of a report.
struct split_report {
  split_id split = 0;
  split_event event = split_event::watermark;
  watermark mark{};  ///< With `split_event::watermark` only.

  bool operator==(const split_report&) const = default;
};

/// A source has sent every batch of this round; the lines are to be applied in their order.
struct round_report {
  exchange_id exchange = 0;
  input_id input = 0;
  round_number round = 0;
  std::vector<split_report> lines;
};

/// The answer to one report. Key-group actors apply answers in number order. `input` and `round` name the report that
/// is answered; an answer that comes from the clock alone has round 0. Behind a keyed stage one answer serves all
/// inputs: `input` is `every_input`, and `round` is their common round.
struct round_answer {
  exchange_id exchange = 0;
  answer_number number = 0;
  input_id input = 0;
  round_number round = 0;
  watermark combined;
  bool idle = false;
  bool end = false;  ///< Every input has ended: the last answer.

  bool operator==(const round_answer&) const = default;
};

}  // namespace millrace
