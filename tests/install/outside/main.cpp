// Counts clicks per product in windows of five minutes with an installed Millrace, and prints a line per window.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <millrace/actors/connector/collection_sink.hpp>
#include <millrace/actors/run.hpp>
#include <millrace/core/pipeline/pipeline.hpp>
#include <string>
#include <tuple>
#include <vector>

struct click {
  std::string product;
  std::int64_t second = 0;
};

int main() {
  using namespace millrace;
  using namespace std::chrono_literals;

  collection_sink<row<std::string, std::uint64_t>> counts;
  auto plan = from("clicks", collection_source<click>({{"tea", 10}, {"cup", 70}, {"tea", 299}, {"tea", 300}}))
                  .event_time([](const click& given) { return event_time{given.second * 1000}; })
                  .watermarks(bounded_disorder({.delay = 5s}))
                  .key_by([](const click& given) { return given.product; })
                  .window(tumbling::make({.size = 5min}))
                  .aggregate(count())
                  .named("counts")
                  .to("counts", counts)
                  .build("clicks-per-product");
  if (!plan) {
    std::cerr << plan.error().message << '\n';
    return 1;
  }
  const auto done = run(plan.value(), {.actors = 2});
  if (!done) {
    std::cerr << done.error().message << '\n';
    return 1;
  }

  auto rows = counts.rows();
  std::ranges::sort(rows, {}, [](const auto& counted) { return std::tuple(counted.window.start, counted.key); });
  for (const auto& counted : rows) {
    std::cout << counted.window.start.milliseconds << ' ' << counted.key << ' ' << counted.value << '\n';
  }
}
