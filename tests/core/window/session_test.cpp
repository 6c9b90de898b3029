#include <millrace/core/window/session.hpp>

#include <boost/test/unit_test.hpp>

#include "windows_of.hpp"

using namespace millrace;
using namespace millrace::testing;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(session_windows)

BOOST_AUTO_TEST_CASE(an_event_opens_a_window_of_one_gap) {
  BOOST_TEST(session::make({.gap = 30ms}).value().window_of(event_time{-5}) == window(-5, 25));
}

BOOST_AUTO_TEST_CASE(windows_that_touch_are_one_session) {
  const auto windows = session::make({.gap = 10ms}).value();
  BOOST_TEST(windows.touch(window(0, 10), window(10, 20)));
  BOOST_TEST(windows.touch(window(10, 20), window(0, 10)));
  BOOST_TEST(windows.touch(window(0, 100), window(40, 50)));
  BOOST_TEST(!windows.touch(window(0, 10), window(11, 21)));
  BOOST_TEST(!windows.touch(window(11, 21), window(0, 10)));
}

BOOST_AUTO_TEST_CASE(a_session_at_the_end_of_time_saturates_and_is_not_empty) {
  const auto windows = session::make({.gap = 10ms}).value();
  BOOST_TEST(windows.window_of(event_time{last_moment - 3}) == window(last_moment - 3, last_moment));
  BOOST_TEST(windows.window_of(event_time{last_moment}) == window(last_moment - 1, last_moment));
}

BOOST_AUTO_TEST_CASE(rounds_end_every_quarter_of_the_gap_and_at_least_every_millisecond) {
  BOOST_TEST(session::make({.gap = 30s}).value().watermark_step().count() == 7500);
  BOOST_TEST(session::make({.gap = 3ms}).value().watermark_step().count() == 1);
}

BOOST_AUTO_TEST_CASE(a_gap_that_is_not_positive_is_refused_with_its_value) {
  BOOST_TEST(session::make({.gap = 0ms}).error().message == "session window: gap is 0 ms; accepted is a gap above 0");
  BOOST_TEST(session::make({.gap = -1ms}).error().message == "session window: gap is -1 ms; accepted is a gap above 0");
}

BOOST_AUTO_TEST_CASE(it_describes_itself) {
  BOOST_TEST(session::make({.gap = 30s}).value().describe() == "session gap 30000 ms");
}

BOOST_AUTO_TEST_SUITE_END()
