// Reference loop: sliding windows.
#pragma once

#include <millrace/core/time/event_time.hpp>
#include <span>

#include "input/event.hpp"
#include "report/result_digest.hpp"

namespace millrace::load {

/// A dictionary from key to row, and in each row a total for every slice, side by side: an event is added to one. Then,
/// key by key, a running total goes over the slices: a window costs what enters and what leaves, whatever its size.
/// Slices are as long as size and slide have in common. Times are 0 or above; slide <= size.
template <class Total>
[[nodiscard]] result_digest sliding_slices(std::span<const event> events, duration size, duration slide);

}  // namespace millrace::load
