#include <boost/test/unit_test.hpp>
#include <millrace/core/time/clock.hpp>

using namespace millrace;

BOOST_AUTO_TEST_CASE(a_manual_clock_starts_at_0_and_moves_only_when_told_to) {
  manual_clock clock;
  BOOST_TEST(clock.now().milliseconds == 0);
  clock.set(event_time{1234});
  BOOST_TEST(clock.now().milliseconds == 1234);
  BOOST_TEST(clock.now().milliseconds == 1234);
}
