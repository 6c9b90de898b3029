// Counts visits per page and minute. Visits come up to five seconds out of order; each minute is printed once, when it
// is complete.
#include <chrono>
#include <cstdint>
#include <iostream>
#include <millrace/actors/connector/standard_output_sink.hpp>
#include <millrace/actors/run.hpp>
#include <millrace/core/pipeline/pipeline.hpp>
#include <string>

using namespace millrace;
using namespace std::chrono_literals;

struct visit {
  std::string page;
  event_time time;
};

using counted_visits = row<std::string, std::uint64_t>;  // a key, its window, and what was counted there

void write_line(const counted_visits& counted, std::string& line) {
  line += std::to_string(counted.window.start.milliseconds / 1000) + " s to ";
  line += std::to_string(counted.window.end.milliseconds / 1000) + " s: ";
  line += counted.key + " " + std::to_string(counted.value);
}

int main() {
  const collection_source<visit> visits({{"home", event_time{3s}},
                                         {"shop", event_time{40s}},
                                         {"home", event_time{62s}},
                                         {"home", event_time{58s}},  // out of order, and still in time
                                         {"shop", event_time{121s}},
                                         {"home", event_time{126s}}});

  auto plan = from("visits", visits)
                  .event_time(&visit::time)
                  .watermarks(bounded_disorder({.delay = 5s}))
                  .key_by(&visit::page)
                  .window(tumbling::make({.size = 1min}))
                  .aggregate(count())
                  .to("counts", standard_output_sink<counted_visits>({.encode = write_line}))
                  .build("visits-per-page");

  const auto done = plan ? run(plan.value()) : plan.error();
  if (!done) {
    std::cerr << done.error().message << '\n';
    return 1;
  }
}
