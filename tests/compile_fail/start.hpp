// What the files of this folder begin with. Each holds one chain with a mistake, and with CONTROL defined the same
// chain without it.
#pragma once

#include <chrono>
#include <cstdint>
#include <millrace/core/pipeline/pipeline.hpp>
#include <string>

using namespace millrace;
using namespace std::chrono_literals;

struct click {
  std::string product;
  std::int64_t time = 0;
  std::int64_t amount = 1;
};

inline const auto source = from("clicks", collection_source<click>({}));
inline event_time time_of(const click& given) {
  return event_time{given.time};
}
inline const auto timed = source.event_time(time_of);
inline const auto events = timed.watermarks(monotonous{});
inline const auto keyed = events.key_by(&click::product);
inline const auto tens = tumbling::make({.size = 10ms});
inline const auto windows = keyed.window(tens);
inline const auto counts = windows.aggregate(count());
inline const auto any_sink = callback_sink([](const auto&) {});
