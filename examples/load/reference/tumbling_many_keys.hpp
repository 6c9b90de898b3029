// Reference loop: tumbling windows over more keys than the caches hold.
#pragma once

#include <millrace/core/time/event_time.hpp>
#include <span>

#include "input/event.hpp"
#include "report/result_digest.hpp"

namespace millrace::load {

/// One flat table a window, key and total side by side, so that an event costs one miss of the caches. A window that no
/// event can be of any more, since none is later than `disorder`, is told and its table used again.
template <class Total>
[[nodiscard]] result_digest tumbling_many_keys(std::span<const event> events, duration size, duration disorder);

}  // namespace millrace::load
