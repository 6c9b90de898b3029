#include "run/progress_line.hpp"

#include <boost/test/unit_test.hpp>

using namespace millrace;
using namespace millrace::command;

BOOST_AUTO_TEST_SUITE(progress_lines)

BOOST_AUTO_TEST_CASE(the_rate_is_that_since_the_last_line) {
  progress_line line;
  run_progress progress;
  progress.records_read = 1000;
  progress.dropped_late = 2;
  progress.partly_late = 1;
  progress.combined = watermark{978310800000};
  const event_time now{978310800000 + 90'000};
  BOOST_TEST(line.next(progress, std::chrono::seconds(1), now) ==
             "     1000 rows/s   watermark 2001-01-01T01:00:00.000Z   lag 90s   late 3");
  progress.records_read = 2000;
  progress.idle = true;
  BOOST_TEST(line.next(progress, std::chrono::seconds(2), now) ==
             "      500 rows/s   watermark 2001-01-01T01:00:00.000Z   lag 90s   late 3   idle");
}

BOOST_AUTO_TEST_CASE(without_a_watermark_there_is_no_lag) {
  progress_line line;
  BOOST_TEST(line.next({}, std::chrono::seconds(1), event_time{0}) ==
             "        0 rows/s   watermark none   lag -   late 0");
}

BOOST_AUTO_TEST_CASE(watermarks_are_written_as_times_where_the_calendar_has_them) {
  BOOST_TEST(watermark_text(watermark::none()) == "none");
  BOOST_TEST(watermark_text(watermark::final()) == "final");
  BOOST_TEST(watermark_text(watermark{-1}) == "1969-12-31T23:59:59.999Z");
  BOOST_TEST(watermark_text(watermark{-62167219200000}) == "0000-01-01T00:00:00.000Z");
  BOOST_TEST(watermark_text(watermark{253402300800000}) == "253402300800000 ms");
}

BOOST_AUTO_TEST_CASE(durations_are_rounded_to_two_places_or_more) {
  BOOST_TEST(rounded_duration_text(duration{850}) == "850ms");
  BOOST_TEST(rounded_duration_text(duration{90'000}) == "90s");
  BOOST_TEST(rounded_duration_text(duration{-3'600'000}) == "-60min");
  BOOST_TEST(rounded_duration_text(duration{86'400'000 * std::int64_t{9131}}) == "9131d");
}

BOOST_AUTO_TEST_SUITE_END()
