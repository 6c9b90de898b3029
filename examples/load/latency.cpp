#include "latency.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <millrace/actors/run.hpp>
#include <millrace/core/pipeline/pipeline.hpp>
#include <millrace/core/sink/callback_sink.hpp>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/lone_source.hpp"
#include "report/waits.hpp"
#include "throughput.hpp"

namespace millrace::load {

namespace {

std::int64_t steady_now_ns() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Number>
result<void> within(const char* option, Number value, Number least, Number greatest) {
  if (value >= least && value <= greatest) return boost::outcome_v2::success();
  return error{error_code::option_out_of_range,
               fmt::format("{} is {}; accepted: {} to {}", option, value, least, greatest)};
}

/// Hands the wait of each row from the sink's actor to the thread that put the event in.
class arrivals {
public:
  void arrived(std::int64_t wait_ns) {
    {
      const std::lock_guard guard(mutex_);
      wait_ = wait_ns;
    }
    came_.notify_one();
  }
  /// Nothing when no row has come within ten seconds.
  std::optional<std::int64_t> next() {
    std::unique_lock guard(mutex_);
    came_.wait_for(guard, std::chrono::seconds(10), [this] { return wait_.has_value(); });
    return std::exchange(wait_, std::nullopt);
  }

private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::optional<std::int64_t> wait_;
};

/// Each event has a window of its own, which its watermark completes at once. The sum over the window is the one
/// event's time of departure.
result<logical_plan> make_plan(const std::shared_ptr<lone_event_slot>& slot, const std::shared_ptr<arrivals>& into) {
  return from("lone events", lone_source(slot))
      .event_time([](const lone_event& of) { return event_time{of.number}; })
      .watermarks(manual_watermarks())
      .key_by([](const lone_event& of) { return of.number % 16; }, [](const lone_event& of) { return of.put_in_ns; })
      .window(tumbling::make({.size = duration{1}}))
      .aggregate(sum())
      .named("windows")
      .to("clock", callback_sink([into](const auto& row) { into->arrived(steady_now_ns() - row.value); }))
      .build("latency");
}

std::string table_line(const char* name, const wait_figures& of) {
  return fmt::format("{:<24} {:>10.1f} {:>10.1f} {:>10.1f}\n", name, of.p50_us, of.p99_us, of.max_us);
}

int failed(const std::string& why) {
  fmt::print(stderr, "millrace-load: {}\n", why);
  return status_run_failed;
}

}  // namespace

result<void> check(const latency_options& chosen) {
  if (auto checked = within<std::size_t>("--events", chosen.events, 1, 1'000'000); !checked) return checked;
  if (auto checked = within<std::int64_t>("--interval in ms", chosen.interval.count(), 0, 60'000); !checked) {
    return checked;
  }
  return within<std::size_t>("--actors", chosen.actors, 1, 128);
}

int run_latency(const latency_options& chosen) {
  const auto slot = std::make_shared<lone_event_slot>();
  const auto into = std::make_shared<arrivals>();
  auto plan = make_plan(slot, into);
  if (!plan) return failed(plan.error().message);
  auto started = start(std::move(plan).value(), {.actors = chosen.actors});
  if (!started) return failed(started.error().message);

  std::vector<std::int64_t> waits;
  hiccup_meter hiccups;
  for (std::size_t number = 0; number < chosen.events; ++number) {
    std::this_thread::sleep_for(chosen.interval);
    slot->put({.number = static_cast<std::int64_t>(number), .put_in_ns = steady_now_ns()});
    const auto wait = into->next();
    if (!wait) return failed(fmt::format("the row of event {} did not come within 10 s", number));
    waits.push_back(*wait);
  }
  const wait_figures machine = figures_of(hiccups.stop());
  slot->close();
  if (auto ended = started.value().wait(); !ended) return failed(ended.error().message);

  const wait_figures rows = figures_of(std::move(waits));
  fmt::print("{} lone events, {} ms after the row of the one before, {} key-group actors\n", chosen.events,
             chosen.interval.count(), chosen.actors);
  fmt::print("{:<24} {:>10} {:>10} {:>10}\n", "microseconds", "p50", "p99", "max");
  fmt::print("{}{}", table_line("event to callback", rows), table_line("a sleeping thread wakes", machine));
  fmt::print(R"({{"events":{},"interval_ms":{},"actors":{},"p50_us":{:.1f},"p99_us":{:.1f},"max_us":{:.1f},)"
             R"("hiccup_p50_us":{:.1f},"hiccup_p99_us":{:.1f},"hiccup_max_us":{:.1f}}})"
             "\n",
             chosen.events, chosen.interval.count(), chosen.actors, rows.p50_us, rows.p99_us, rows.max_us,
             machine.p50_us, machine.p99_us, machine.max_us);
  return status_done;
}

}  // namespace millrace::load
