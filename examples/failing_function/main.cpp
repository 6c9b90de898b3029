// Functions of the user that throw: the pipeline stops, nothing hangs, and the message says where it was.
#include <chrono>
#include <cstdint>
#include <iostream>
#include <millrace/actors/connector/collection_sink.hpp>
#include <millrace/actors/run.hpp>
#include <millrace/core/pipeline/pipeline.hpp>
#include <stdexcept>
#include <string>

using namespace millrace;
using namespace std::chrono_literals;

struct order {
  std::string customer;
  std::int64_t cents = 0;
  event_time time;
};

std::int64_t price_of(const order& given) {
  if (given.cents < 0) throw std::domain_error("a price of " + std::to_string(given.cents) + " cents");
  return given.cents;
}

bool is_paid(const order& given) {
  return price_of(given) > 0;
}

/// Runs the pipeline and prints how it ended.
void report(const std::string& what, result<logical_plan> plan) {
  const auto done = plan ? run(plan.value(), {.actors = 2}) : plan.error();
  std::cout << what << ":\n  ";
  if (done) {
    std::cout << "nothing was wrong\n";
  } else {
    std::cout << name_of(done.error().code) << ": " << done.error().message << '\n';
  }
}

int main() {
  const auto orders =
      from("orders", collection_source<order>({{"ada", 1200, event_time{1s}}, {"bob", -50, event_time{7s}}}))
          .event_time(&order::time)
          .watermarks(monotonous{});
  const collection_sink<row<std::string, std::int64_t>> totals;

  report("an aggregate throws", orders.key_by(&order::customer)
                                    .window(tumbling::make({.size = 1min}))
                                    .aggregate(sum(price_of))
                                    .named("totals")
                                    .to("totals", totals)
                                    .build("orders"));
  report("a filter throws", orders.filter(is_paid)
                                .key_by(&order::customer)
                                .window(tumbling::make({.size = 1min}))
                                .aggregate(sum(&order::cents))
                                .named("totals")
                                .to("totals", totals)
                                .build("orders"));
}
