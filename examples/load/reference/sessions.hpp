// Reference loop: session windows.
#pragma once

#include <millrace/core/time/event_time.hpp>
#include <span>

#include "input/event.hpp"
#include "report/result_digest.hpp"

namespace millrace::load {

/// A dictionary from key to row; each row holds its newest session, which nearly every event is of. Older ones that an
/// event could still reach, since none is later than `disorder`, are kept in a list of the row; the others are told.
template <class Total>
[[nodiscard]] result_digest sessions(std::span<const event> events, duration gap, duration disorder);

}  // namespace millrace::load
