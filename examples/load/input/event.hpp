// The event of the load driver: 24 bytes.
#pragma once

#include <cstdint>
#include <millrace/core/time/event_time.hpp>

namespace millrace::load {

struct event {
  std::uint64_t key = 0;
  event_time time;
  std::int64_t value = 0;  ///< Above 0, so that a sum of 0 says that there was no event.
};
static_assert(sizeof(event) == 24);

}  // namespace millrace::load
