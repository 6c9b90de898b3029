// What sources report and what the watermark service answers. See docs/architecture.md, "Rounds".
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/time/event_time.hpp>
#include <vector>

namespace millrace {

using round_number = std::uint64_t;   ///< Of one input, from 1.
using answer_number = std::uint64_t;  ///< Of one exchange, from 1.
using input_id = std::uint32_t;       ///< A source actor (or upstream key-group actor) of an exchange, from 0.
using exchange_id = std::uint32_t;    ///< A keyed exchange of the plan, from 0.
using split_id = std::uint32_t;       ///< A split over all inputs of an exchange, from 0.

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
/// is answered; an answer that comes from the clock alone has round 0.
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
