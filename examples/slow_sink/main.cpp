// What a slow sink does to a pipeline: the source waits, memory stays as it is, nothing is lost, no split counts as
// idle, and stop does not wait for the sink to catch up.
//   slow_sink [--events N]
#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <millrace/actors/run.hpp>
#include <millrace/core/pipeline/pipeline.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "sleeping_sink.hpp"

using namespace millrace;
using namespace std::chrono_literals;

namespace {

struct tick {
  std::uint64_t key = 0;
  event_time time;
};

/// A hundred ticks a millisecond, over 100 keys: 100 rows for every 10,000 ticks. A split that gave nothing for 10 ms
/// would be idle, if waiting for the sink counted.
result<logical_plan> plan_of(std::uint64_t events, const std::shared_ptr<seen_rows>& seen) {
  return from("ticks",
              generator_source<tick>(events,
                                     [](std::uint64_t number) {
                                       return tick{number % 100, event_time{static_cast<std::int64_t>(number / 100)}};
                                     }))
      .event_time(&tick::time)
      .watermarks(monotonous(), {.idle_timeout = 10ms})
      .key_by(&tick::key)
      .window(tumbling::make({.size = 100ms}))
      .aggregate(count())
      .named("ticks per key")
      .to("slow", sleeping_sink(seen))
      .build("slow sink");
}

std::uint64_t anonymous_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kib = 0;
    if (word == "RssAnon:" && status >> kib) return kib;
  }
  return 0;
}

std::optional<std::uint64_t> events_asked_for(int count, char** arguments) {
  if (count == 1) return 2'000'000;
  std::uint64_t number = 0;
  if (count != 3 || std::string_view(arguments[1]) != "--events") return std::nullopt;
  const std::string_view text(arguments[2]);
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || end != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

int failed(const error& reason) {
  std::cerr << reason.message << '\n';
  return 5;
}

}  // namespace

int main(int count_of_arguments, char** arguments) {
  const auto events = events_asked_for(count_of_arguments, arguments);
  if (!events) {
    std::cerr << "slow_sink: accepted: --events N, N 1 or more\n";
    return 2;
  }
  const run_options options{.actors = 2, .batch = 512};

  // To the end, watched from outside.
  auto seen = std::make_shared<seen_rows>();
  auto plan = plan_of(*events, seen);
  if (!plan) return failed(plan.error());
  auto whole = start(std::move(plan).value(), options);
  if (!whole) return failed(whole.error());
  std::atomic<bool> running{true};
  std::uint64_t peak = 0;
  std::size_t idle = 0;
  std::thread watcher([&] {
    while (running) {
      idle = std::max(idle, whole.value().progress().splits_idle);
      peak = std::max(peak, anonymous_kib());
      std::this_thread::sleep_for(1ms);
    }
  });
  const auto ended = whole.value().wait();
  running = false;
  watcher.join();
  if (!ended) return failed(ended.error());
  const std::uint64_t rows = seen->rows;
  const std::uint64_t lost = *events - seen->events;

  // Once more, stopped on its way.
  auto again = start(plan_of(*events, std::make_shared<seen_rows>()).value(), options);
  if (!again) return failed(again.error());
  std::this_thread::sleep_for(100ms);
  const auto asked = std::chrono::steady_clock::now();
  if (auto stopped = again.value().stop(); !stopped) return failed(stopped.error());
  const auto taken = std::chrono::duration_cast<duration>(std::chrono::steady_clock::now() - asked);

  std::cout << "events " << *events << "\nrows " << rows << "\nevents lost " << lost << "\nidle splits seen " << idle
            << "\npeak RssAnon " << peak << " KiB\nstop took " << taken.count() << " ms, limit "
            << options.stop_limit.count() << " ms\n";
  return lost == 0 && idle == 0 ? 0 : 1;
}
