#include "report/waits.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <vector>

using namespace millrace::load;

BOOST_AUTO_TEST_SUITE(load_waits)

BOOST_AUTO_TEST_CASE(ranks_are_counted_from_the_shortest) {
  std::vector<std::int64_t> waits;
  for (std::int64_t i = 1000; i >= 1; --i) waits.push_back(i * 1000);
  const wait_figures of = figures_of(waits);
  BOOST_TEST(of.p50_us == 500.0);
  BOOST_TEST(of.p99_us == 990.0);
  BOOST_TEST(of.max_us == 1000.0);
  const wait_figures one = figures_of({2500});
  BOOST_TEST(one.p50_us == 2.5);
  BOOST_TEST(one.p99_us == 2.5);
  BOOST_TEST(one.max_us == 2.5);
}

BOOST_AUTO_TEST_CASE(a_hiccup_is_never_negative_and_stop_ends_the_measurement) {
  hiccup_meter meter;
  const auto late = meter.stop();
  BOOST_TEST(!late.empty());
  for (const std::int64_t each : late) BOOST_TEST(each >= 0);
  BOOST_TEST(meter.stop().empty());
}

BOOST_AUTO_TEST_SUITE_END()
