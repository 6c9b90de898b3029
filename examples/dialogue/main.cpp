// One record after the other, and what each of them causes: windows of 10 s, watermarks 2 s behind, first without
// allowed lateness, then with 5 s of it.
#include <chrono>
#include <cstdint>
#include <iostream>
#include <millrace/core/aggregate/aggregates.hpp>
#include <millrace/core/operator/operator_harness.hpp>
#include <millrace/core/operator/window_operator.hpp>
#include <millrace/core/watermark/bounded_disorder.hpp>
#include <millrace/core/window/tumbling.hpp>
#include <string>

using namespace millrace;
using namespace std::chrono_literals;

using harness = operator_harness<std::string, int, std::uint64_t>;

/// "18:00:05"
std::string time_text(std::int64_t milliseconds) {
  const auto two = [](std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  const auto seconds = milliseconds / 1000;
  return two(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
}

std::string window_text(time_window window) {
  return "[" + time_text(window.start.milliseconds) + ", " + time_text(window.end.milliseconds) + ")";
}

void print_effects(harness& driven) {
  for (const auto& fired : driven.take_rows()) {
    std::cout << "    " << name_of(fired.kind) << " " << window_text(fired.window) << " count " << fired.value << '\n';
  }
  for (const auto& late : driven.take_late()) {
    std::cout << "    late, missed";
    for (const auto& window : late.missed) std::cout << " " << window_text(window);
    std::cout << '\n';
  }
}

void hold_dialogue(duration allowed_lateness) {
  std::cout << "allowed lateness " << allowed_lateness.count() / 1000 << " s\n";
  const auto counting =
      make_window_operator<std::string, int>(window_options{.stage = "dialogue",
                                                            .windows = tumbling::make({.size = 10s}).value(),
                                                            .function = aggregate_window(count()),
                                                            .allowed_lateness = allowed_lateness,
                                                            .mode = output_mode::retract});
  harness driven(*counting);
  bounded_disorder generator({.delay = 2s});

  for (const auto second : {1s, 11s, 5s, 13s, 5s}) {
    const event_time time{18h + second};
    std::cout << "  record " << time_text(time.milliseconds) << '\n';
    driven.feed("all", 1, time);
    print_effects(driven);

    const watermark before = generator.current();
    generator.on_event(1, time);
    if (generator.current() == before) continue;
    std::cout << "  watermark " << time_text(generator.current().milliseconds) << '\n';
    driven.advance(generator.current());
    print_effects(driven);
  }

  std::cout << "  end\n";
  driven.end();
  print_effects(driven);
}

int main() {
  hold_dialogue(0s);
  hold_dialogue(5s);
}
