#include <boost/test/unit_test.hpp>
#include <chrono>
#include <concepts>
#include <millrace/core/time/event_time.hpp>

using namespace millrace;
using namespace std::chrono_literals;

static_assert(!std::convertible_to<event_time, watermark>, "a time is not taken for a promise");
static_assert(!std::convertible_to<std::int64_t, event_time>, "a number is not taken for a time");
static_assert(!std::equality_comparable_with<event_time, watermark>);

BOOST_AUTO_TEST_SUITE(times)

BOOST_AUTO_TEST_CASE(a_time_that_was_not_set_is_none_and_lies_at_the_start) {
  BOOST_TEST((event_time{} == event_time::none()));
  BOOST_TEST((event_time::none() == event_time::min()));
  BOOST_TEST((event_time::min() < event_time{-1}));
  BOOST_TEST((event_time{-1} < event_time{0}));
}

BOOST_AUTO_TEST_CASE(a_time_is_counted_in_milliseconds_whatever_unit_it_is_given_in) {
  BOOST_TEST(event_time{2s}.milliseconds == 2000);
  BOOST_TEST(event_time{-1h}.milliseconds == -3'600'000);
}

BOOST_AUTO_TEST_CASE(a_watermark_reaches_the_times_up_to_and_at_itself) {
  BOOST_TEST(watermark{10}.reached(event_time{9}));
  BOOST_TEST(watermark{10}.reached(event_time{10}));
  BOOST_TEST(!watermark{10}.reached(event_time{11}));
  BOOST_TEST(watermark::final().reached(event_time::max()));
  BOOST_TEST(!watermark::none().reached(event_time{event_time::min().milliseconds + 1}));
}

BOOST_AUTO_TEST_SUITE_END()
