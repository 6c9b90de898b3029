// A window operator in a plain loop: no actors, no threads, nothing of the engine. Visits of two users are counted by
// session; a session ends after half a minute of silence.
#include <chrono>
#include <cstdint>
#include <iostream>
#include <millrace/core/aggregate/aggregates.hpp>
#include <millrace/core/operator/operator_harness.hpp>
#include <millrace/core/operator/window_operator.hpp>
#include <millrace/core/watermark/bounded_disorder.hpp>
#include <millrace/core/window/session.hpp>
#include <string>
#include <vector>

using namespace millrace;
using namespace std::chrono_literals;

struct visit {
  std::string user;
  std::string page;
  event_time time;
};

using sessions = operator_harness<std::string, std::string, std::uint64_t>;

void print_sessions(sessions& driven) {
  for (const auto& counted : driven.take_rows()) {
    std::cout << counted.key << ", " << counted.window.start.milliseconds / 1000 << " s to "
              << counted.window.end.milliseconds / 1000 << " s, pages: " << counted.value << '\n';
  }
}

int main() {
  const std::vector<visit> visits{{"ada", "home", event_time{0s}},  {"bob", "home", event_time{12s}},
                                  {"ada", "cart", event_time{45s}}, {"ada", "shop", event_time{20s}},  // joins both
                                  {"bob", "help", event_time{80s}}, {"ada", "home", event_time{130s}},
                                  {"bob", "home", event_time{131s}}};

  const auto counting = make_window_operator<std::string, std::string>(window_options{
      .stage = "sessions", .windows = session::make({.gap = 30s}).value(), .function = aggregate_window(count())});
  sessions driven(*counting);
  bounded_disorder watermarks({.delay = 25s});

  for (const visit& one : visits) {
    driven.feed(one.user, one.page, one.time);
    watermarks.on_event(one, one.time);
    driven.advance(watermarks.current());
    print_sessions(driven);
  }
  std::cout << "end of input\n";
  driven.end();
  print_sessions(driven);
  std::cout << driven.counts().open_panes << " sessions are left in memory\n";
}
