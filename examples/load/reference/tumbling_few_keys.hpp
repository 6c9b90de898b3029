// Reference loop: tumbling windows when all results fit the caches.
#pragma once

#include <millrace/core/time/event_time.hpp>
#include <span>

#include "input/event.hpp"
#include "report/result_digest.hpp"

namespace millrace::load {

/// A dictionary from key to row, and for each window a column of totals by row, kept to the end. Which window an event
/// is of is asked only when it is not of the window of the event before. Times are 0 or above.
template <class Total>
[[nodiscard]] result_digest tumbling_few_keys(std::span<const event> events, duration size);

}  // namespace millrace::load
