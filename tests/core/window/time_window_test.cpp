#include <millrace/core/window/time_window.hpp>

#include <boost/test/unit_test.hpp>

#include <millrace/core/protocol/round_grid.hpp>

#include "windows_of.hpp"

using namespace millrace;
using namespace millrace::testing;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(time_windows)

BOOST_AUTO_TEST_CASE(lateness_changes_exactly_at_the_end_and_at_the_end_plus_the_allowed_lateness) {
  const time_window judged = window(0, 10);
  BOOST_TEST((judge(judged, 5ms, watermark{9}) == lateness::on_time));
  BOOST_TEST((judge(judged, 5ms, watermark{10}) == lateness::late_but_kept));
  BOOST_TEST((judge(judged, 5ms, watermark{14}) == lateness::late_but_kept));
  BOOST_TEST((judge(judged, 5ms, watermark{15}) == lateness::missed));
  BOOST_TEST((judge(judged, 0ms, watermark{10}) == lateness::missed));
}

BOOST_AUTO_TEST_CASE(for_ever_lasts_until_the_final_watermark_also_for_windows_before_1970) {
  const time_window judged = window(-20, -10);
  BOOST_TEST(judged.freed_at(forever).milliseconds == last_moment);
  BOOST_TEST((judge(judged, forever, watermark{last_moment - 1}) == lateness::late_but_kept));
  BOOST_TEST((judge(judged, forever, watermark::final()) == lateness::missed));
}

BOOST_AUTO_TEST_CASE(the_moment_of_freeing_saturates) {
  BOOST_TEST(window(last_moment - 20, last_moment - 10).freed_at(11ms).milliseconds == last_moment);
}

BOOST_AUTO_TEST_SUITE_END()
