#include <boost/test/unit_test.hpp>
#include <millrace/core/source/throttle.hpp>

using namespace millrace;

BOOST_AUTO_TEST_CASE(without_a_rate_everything_is_allowed) {
  throttle free{0, event_time{0}};
  BOOST_TEST(free.allow(event_time{0}, 64) == 64U);
  free.used(1'000'000);
  BOOST_TEST(free.allow(event_time{0}, 64) == 64U);
}

BOOST_AUTO_TEST_CASE(over_a_second_no_more_than_the_rate_is_allowed) {
  throttle limited{1000, event_time{0}};
  std::size_t read = 0;
  for (std::int64_t now = 0; now <= 1000; now += 7) {
    const auto allowed = limited.allow(event_time{now}, 64);
    limited.used(allowed);
    read += allowed;
  }
  BOOST_TEST(read >= 990U);
  BOOST_TEST(read <= 1001U);
}

BOOST_AUTO_TEST_CASE(what_was_read_beyond_the_rate_is_waited_for) {
  throttle limited{1000, event_time{0}};
  limited.used(500);  // the rest of a round, before a barrier
  BOOST_TEST(limited.allow(event_time{1}, 64) == 0U);
  BOOST_TEST(limited.allow(event_time{490}, 64) == 0U);
  BOOST_TEST(limited.allow(event_time{510}, 64) > 0U);
}

BOOST_AUTO_TEST_CASE(a_rate_below_one_a_second_still_reads) {
  throttle slow{0.5, event_time{0}};
  BOOST_TEST(slow.allow(event_time{0}, 64) == 0U);
  BOOST_TEST(slow.ready_at().milliseconds == 1000);
  BOOST_TEST(slow.allow(event_time{999}, 64) == 0U);
  BOOST_TEST(slow.allow(event_time{1000}, 64) == 1U);
}

BOOST_AUTO_TEST_CASE(a_fast_source_is_woken_a_hundred_times_a_second_at_most) {
  throttle fast{1'000, event_time{0}};
  fast.used(fast.allow(event_time{50}, 64));
  BOOST_TEST(fast.ready_at().milliseconds == 60);
}

BOOST_AUTO_TEST_CASE(a_long_pause_does_not_open_the_gate) {
  throttle limited{1000, event_time{0}};
  BOOST_TEST(limited.allow(event_time{3'600'000}, 100'000) == 100U);
}
