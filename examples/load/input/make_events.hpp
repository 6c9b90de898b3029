// The input of a run, made in memory before any clock starts.
#pragma once

#include <cstdint>
#include <millrace/core/time/event_time.hpp>
#include <vector>

#include "input/event.hpp"

namespace millrace::load {

/// What the events are like. The same wishes give the same events on every machine.
struct event_wishes {
  std::uint64_t keys;    ///< Keys are drawn evenly from this many numbers spread over 64 bits, >= 1.
  std::uint64_t events;  ///< >= 1
  duration span;         ///< Times lie in [0, span), > 0.
  duration disorder;     ///< An event comes up to this much late, evenly spread; no event is later. >= 0.
};

/// Values are drawn evenly from 1 to 1000. Requires events x span to fit 63 bits.
[[nodiscard]] std::vector<event> make_events(const event_wishes& wishes);

}  // namespace millrace::load
