#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <millrace/core/time/arithmetic.hpp>
#include <set>
#include <vector>

#include "input/make_events.hpp"

using namespace millrace;
using namespace millrace::load;

namespace {

constexpr event_wishes wishes{.keys = 50, .events = 10'000, .span = duration{20'000}, .disorder = duration{500}};

}  // namespace

BOOST_AUTO_TEST_SUITE(load_input)

BOOST_AUTO_TEST_CASE(events_are_within_span_and_disorder_and_use_every_key) {
  const auto events = make_events(wishes);
  BOOST_TEST(events.size() == wishes.events);
  std::set<std::uint64_t> keys;
  event_time greatest{0};
  duration latest{0};
  for (const event& each : events) {
    keys.insert(each.key);
    greatest = std::max(greatest, each.time);
    latest = std::max(latest, greatest - each.time);
    BOOST_TEST_REQUIRE((each.time >= event_time{0} && each.time < event_time{wishes.span}));
    BOOST_TEST_REQUIRE((each.value >= 1 && each.value <= 1000));
  }
  BOOST_TEST(keys.size() == wishes.keys);
  BOOST_TEST(latest.count() <= 500);
  BOOST_TEST(latest.count() > 400);
}

BOOST_AUTO_TEST_CASE(without_disorder_times_never_fall) {
  auto ordered = wishes;
  ordered.disorder = duration{0};
  const auto events = make_events(ordered);
  BOOST_TEST(
      std::is_sorted(events.begin(), events.end(), [](const event& a, const event& b) { return a.time < b.time; }));
}

BOOST_AUTO_TEST_SUITE_END()
