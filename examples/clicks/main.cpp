// Clicks per product every five minutes: clicks are up to 5 s out of order, a partition may fall silent for a minute,
// results are corrected for a minute after their window, and what comes later still goes to a side output.
//   clicks [retract|append|upsert|final_only]
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <millrace/actors/connector/collection_sink.hpp>
#include <millrace/actors/connector/standard_output_sink.hpp>
#include <millrace/actors/run.hpp>
#include <millrace/core/pipeline/pipeline.hpp>
#include <string>
#include <vector>

#include "replayed_clicks.hpp"

using namespace millrace;
using namespace std::chrono_literals;

using clicks_of_product = row<std::string, std::uint64_t>;
using late_click = late_event<std::string, click>;

/// "04:58", minutes and seconds.
std::string clock_text(event_time time) {
  const auto two = [](std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return two(time.milliseconds / 60'000) + ":" + two(time.milliseconds / 1000 % 60);
}

std::string window_text(time_window window) {
  return clock_text(window.start) + " to " + clock_text(window.end);
}

/// Partition 1 falls silent after its third click, at 04:48.
std::vector<std::vector<click>> recorded_clicks() {
  const auto at = [](duration time, duration arrival, std::string product) {
    return click{std::move(product), event_time{time}, event_time{arrival}};
  };
  return {{at(8s, 10s, "tea"), at(48s, 50s, "cup"), at(95s, 96s, "tea"), at(144s, 145s, "tea"), at(190s, 191s, "cup"),
           at(239s, 240s, "tea"), at(288s, 289s, "tea"), at(303s, 304s, "tea"), at(299s, 305s, "tea"),
           at(336s, 337s, "cup"), at(346s, 347s, "tea"),
           at(290s, 352s, "tea"),                         // its window went out at 05:48 and is corrected
           at(366s, 367s, "tea"), at(295s, 369s, "tea"),  // its window was freed at 06:00
           at(420s, 421s, "cup"), at(470s, 471s, "tea"), at(520s, 521s, "cup"), at(570s, 571s, "tea"),
           at(607s, 608s, "tea")},
          {at(15s, 20s, "cup"), at(60s, 61s, "tea"), at(288s, 290s, "cup")}};
}

int main(int count_of_arguments, char** arguments) {
  const auto mode = output_mode_named(count_of_arguments > 1 ? arguments[1] : "retract");
  if (!mode) {
    std::cerr << mode.error().message << '\n';
    return 2;
  }

  const auto clock = std::make_shared<manual_clock>();
  const collection_sink<late_click> late;
  auto plan = from("clicks", replayed_clicks(recorded_clicks(), clock))
                  .event_time(&click::time)
                  .watermarks(bounded_disorder({.delay = 5s}), {.idle_timeout = 1min})
                  .key_by(&click::product)
                  .window(tumbling::make({.size = 5min}))
                  .allowed_lateness(1min)
                  .emit(mode.value())
                  .aggregate(count())
                  .named("clicks per product")
                  .late_to("late clicks", late)
                  .to("counts", standard_output_sink<clicks_of_product>({
                                    .encode =
                                        [](const clicks_of_product& counted, std::string& line) {
                                          line += std::string(name_of(counted.kind)) + " " + counted.key + " " +
                                                  window_text(counted.window) + " " + std::to_string(counted.value);
                                        },
                                }))
                  .build("clicks-per-product");

  const auto done = plan ? run(plan.value(), {.poll_interval = 1ms, .processing_clock = clock}) : plan.error();
  if (!done) {
    std::cerr << done.error().message << '\n';
    return 1;
  }
  for (const auto& missed : late.rows()) {
    std::cout << "late: " << missed.key << " at " << clock_text(missed.time) << ", when the watermark was "
              << clock_text(event_time{missed.judged_by.milliseconds}) << '\n';
  }
}
