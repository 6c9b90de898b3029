// Rules 3, 4, 10, 14, 15, 16, 26: completion, lateness, freeing.
#include <boost/test/unit_test.hpp>
#include <limits>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

BOOST_AUTO_TEST_SUITE(completion_and_lateness)

BOOST_AUTO_TEST_CASE(a_pane_is_complete_at_the_first_watermark_at_its_end_and_its_row_carries_its_last_moment) {
  script run(window_options{.stage = "s", .windows = tens(), .function = total()});
  BOOST_TEST(run.event(3, 5) == "");
  BOOST_TEST(run.event(9, 2) == "");
  BOOST_TEST(run.advance(9) == "");
  BOOST_TEST(run.advance(10) == "+I a [0, 10) 7 @9");
  BOOST_TEST(run.advance(10) == "");
  BOOST_TEST(run.advance(100) == "");
}

BOOST_AUTO_TEST_CASE(a_watermark_that_is_not_higher_does_nothing) {
  script run(window_options{.stage = "s", .windows = tens(), .function = total()});
  run.advance(5);
  run.event(7);
  BOOST_TEST(run.advance(4) == "");
  BOOST_TEST(run.driven().now().milliseconds == 5);
}

BOOST_AUTO_TEST_CASE(an_element_is_on_time_below_the_end_kept_below_the_end_plus_lateness_and_missed_from_there) {
  script run(window_options{.stage = "s", .windows = tens(), .function = total(), .allowed_lateness = 5ms});
  run.advance(9);
  BOOST_TEST(run.event(1) == "");
  BOOST_TEST(run.advance(10) == "+I a [0, 10) 1 @9");
  BOOST_TEST(run.event(2) == "+I a [0, 10) 2 @9");
  BOOST_TEST(run.advance(14) == "");
  BOOST_TEST(run.event(3) == "+I a [0, 10) 3 @9");
  BOOST_TEST(run.counts().open_panes == 1U);
  BOOST_TEST(run.advance(15) == "");
  BOOST_TEST(run.counts().open_panes == 0U);
  BOOST_TEST(run.event(4, 8) == "");
  BOOST_TEST(run.late() == "a 8 @4 missed [0, 10) by 15");
  BOOST_TEST(run.counts().dropped_late == 1U);
}

BOOST_AUTO_TEST_CASE(without_lateness_an_element_is_missed_at_the_end_itself) {
  script run(window_options{.stage = "s", .windows = tens(), .function = total()});
  run.advance(9);
  run.event(1);
  BOOST_TEST(run.advance(10) == "+I a [0, 10) 1 @9");
  run.event(9);
  BOOST_TEST(run.late() == "a 1 @9 missed [0, 10) by 10");
}

BOOST_AUTO_TEST_CASE(a_late_element_that_is_kept_opens_a_pane_that_fires_at_once_and_is_freed_in_time) {
  script run(window_options{.stage = "s", .windows = tens(), .function = total(), .allowed_lateness = 5ms});
  run.advance(12);
  BOOST_TEST(run.event(1, 4) == "+I a [0, 10) 4 @9");
  BOOST_TEST(run.counts().open_panes == 1U);
  BOOST_TEST(run.advance(15) == "");
  BOOST_TEST(run.counts().open_panes == 0U);
}

BOOST_AUTO_TEST_CASE(lateness_for_ever_keeps_panes_until_the_end_also_before_1970) {
  script run(window_options{.stage = "s", .windows = tens(), .function = total(), .allowed_lateness = forever});
  run.event(-5);
  BOOST_TEST(run.advance(0) == "+I a [-10, 0) 1 @-1");
  BOOST_TEST(run.advance(std::numeric_limits<std::int64_t>::max() - 1) == "");
  BOOST_TEST(run.event(-6) == "+I a [-10, 0) 2 @-1");
  BOOST_TEST(run.counts().open_panes == 1U);
  BOOST_TEST(run.end() == "");
  BOOST_TEST(run.counts().open_panes == 0U);
}

BOOST_AUTO_TEST_CASE(lateness_is_judged_for_each_window_and_a_partly_late_event_is_reported_with_what_it_missed) {
  script run(window_options{.stage = "s", .windows = tens_every_five(), .function = total()});
  run.advance(11);
  BOOST_TEST(run.event(7, 4) == "");
  BOOST_TEST(run.late() == "a 4 @7 missed [0, 10) by 11");
  BOOST_TEST(run.counts().partly_late == 1U);
  BOOST_TEST(run.counts().dropped_late == 0U);
  BOOST_TEST(run.event(4, 9) == "");
  BOOST_TEST(run.late() == "a 9 @4 missed [-5, 5) [0, 10) by 11");
  BOOST_TEST(run.counts().dropped_late == 1U);
  BOOST_TEST(run.end() == "+I a [5, 15) 4 @14");
}

BOOST_AUTO_TEST_CASE(late_events_are_counted_also_without_a_late_output) {
  auto unconnected = make_window_operator<std::string, number>(
      window_options{.stage = "s", .windows = tens_every_five(), .function = total()});
  event_batch<std::string, number> events;
  for (const int time : {7, 4})
    events.append(event_time{time}, key_hash(std::string("a")), std::string("a"), number{1});
  unconnected->advance(watermark{11});
  BOOST_TEST(unconnected->process(events, 0) == 2U);
  BOOST_TEST(unconnected->counts().partly_late == 1U);
  BOOST_TEST(unconnected->counts().dropped_late == 1U);
}

BOOST_AUTO_TEST_CASE(an_event_in_a_gap_is_counted_as_such_and_never_late) {
  script run(window_options{
      .stage = "s", .windows = sliding::make({.size = 4ms, .slide = 10ms}).value(), .function = total()});
  run.event(5);
  run.advance(1000);
  run.event(6);
  BOOST_TEST(run.late() == "");
  BOOST_TEST(run.counts().in_gap == 2U);
  BOOST_TEST(run.counts().dropped_late == 0U);
  BOOST_TEST(run.counts().events == 2U);
}

BOOST_AUTO_TEST_CASE(at_the_end_every_pane_fires_and_is_freed) {
  const std::int64_t last = std::numeric_limits<std::int64_t>::max();
  script run(window_options{.stage = "s", .windows = tens(), .function = total(), .allowed_lateness = 1h});
  run.event(last, 4);
  run.event(last - 1, 2);
  run.event(-100, 1);
  BOOST_TEST(run.advance(last - 1) == "+I a [-100, -90) 1 @-91");
  BOOST_TEST(run.end() == "+I a [9223372036854775800, 9223372036854775807) 6 @9223372036854775806");
  BOOST_TEST(run.counts().open_panes == 0U);
}

BOOST_AUTO_TEST_CASE(the_first_moments_of_time_have_a_window_too) {
  const std::int64_t first = std::numeric_limits<std::int64_t>::min() + 1;
  script run(window_options{.stage = "s", .windows = tens(), .function = total()});
  run.event(first, 4);
  BOOST_TEST(run.advance(0) == "+I a [-9223372036854775808, -9223372036854775800) 4 @-9223372036854775801");
}

BOOST_AUTO_TEST_CASE(an_event_without_a_timestamp_is_refused_by_name) {
  script run(window_options{.stage = "s", .windows = tens(), .function = total()});
  BOOST_CHECK_EXCEPTION(run.event(std::numeric_limits<std::int64_t>::min()), failure, [](const failure& thrown) {
    return thrown.reason().code == error_code::no_timestamp &&
           thrown.reason().message == "an event has no timestamp: stage 's', key \"a\"";
  });
}

BOOST_AUTO_TEST_CASE(firings_of_one_advance_come_in_order_of_their_times_over_all_keys) {
  script run(window_options{.stage = "s", .windows = tens(), .function = total(), .allowed_lateness = 7ms});
  run.event(25, 1, "b");
  run.event(5, 2, "b");
  run.event(15, 3, "a");
  run.event(5, 4, "a");
  BOOST_TEST(run.advance(100) == "+I b [0, 10) 2 @9; +I a [0, 10) 4 @9; +I a [10, 20) 3 @19; +I b [20, 30) 1 @29");
  BOOST_TEST(run.counts().open_panes == 0U);
}

BOOST_AUTO_TEST_CASE(scenario_4_a_dialogue_of_records) {
  const std::int64_t six = 18 * 3'600'000;
  const auto at = [six](int second) { return six + second * 1000; };
  for (const duration lateness : {0s, 5s}) {
    script run(window_options{.stage = "s",
                              .windows = tumbling::make({.size = 10s}).value(),
                              .function = total(),
                              .allowed_lateness = lateness});
    BOOST_TEST(run.event(at(1)) + run.advance(at(1) - 2000) == "");
    BOOST_TEST(run.event(at(11)) + run.advance(at(11) - 2000) == "");
    BOOST_TEST(run.event(at(5)) + run.advance(at(11) - 2000) == "");
    BOOST_TEST(run.event(at(13)) == "");
    BOOST_TEST(run.advance(at(13) - 2000) == "+I a [64800000, 64810000) 2 @64809999");
    if (lateness == 0s) {
      BOOST_TEST(run.event(at(5)) == "");
      BOOST_TEST(run.late() == "a 1 @64805000 missed [64800000, 64810000) by 64811000");
    } else {
      BOOST_TEST(run.event(at(5)) == "+I a [64800000, 64810000) 3 @64809999");
      BOOST_TEST(run.late() == "");
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
