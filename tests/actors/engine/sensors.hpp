// A small stream of readings that every engine test reads, and its right answer.
#pragma once

#include <cstdint>
#include <map>
#include <millrace/actors/connector/collection_sink.hpp>
#include <millrace/actors/run.hpp>
#include <millrace/core/pipeline/pipeline.hpp>
#include <string>
#include <utility>
#include <vector>

namespace millrace::testing {

struct reading {
  std::int64_t sensor = 0;
  event_time time;
  std::int64_t value = 0;
};

/// `count` readings of `sensors` sensors, one a millisecond, each up to 40 ms out of order.
inline std::vector<reading> readings(std::size_t count, std::int64_t sensors) {
  std::vector<reading> made;
  std::uint64_t random = 42;
  for (std::size_t index = 0; index < count; ++index) {
    random = mix_word(random);
    const auto back = static_cast<std::int64_t>(random % 41);
    made.push_back({static_cast<std::int64_t>((random >> 8U) % static_cast<std::uint64_t>(sensors)),
                    event_time{static_cast<std::int64_t>(index) - back}, static_cast<std::int64_t>(index % 7)});
  }
  return made;
}

using sum_row = row<std::int64_t, std::int64_t>;
using late_reading = late_event<std::int64_t, reading>;

/// Sum per sensor and 100 ms.
template <class Source, class Sink>
result<logical_plan> sums(Source source, Sink sink, duration disorder = duration{40}) {
  return from("readings", std::move(source))
      .event_time([](const reading& one) { return one.time; })
      .watermarks(bounded_disorder({.delay = disorder}))
      .key_by([](const reading& one) { return one.sensor; })
      .window(tumbling::make({.size = duration{100}}))
      .aggregate(sum(&reading::value))
      .named("sums")
      .to("rows", std::move(sink))
      .build("sensors");
}

using table = std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>;  // (sensor, window start) -> sum

inline table group_by(const std::vector<reading>& all) {
  table sums;
  for (const auto& one : all) sums[{one.sensor, floor_to_grid(one.time.milliseconds, 100, 0)}] += one.value;
  return sums;
}

inline table table_of(const std::vector<sum_row>& rows) {
  table sums;
  for (const auto& one : rows) sums[{one.key, one.window.start.milliseconds}] += one.value;
  return sums;
}

}  // namespace millrace::testing
