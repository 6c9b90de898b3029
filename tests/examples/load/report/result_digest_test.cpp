#include "report/result_digest.hpp"

#include <boost/test/unit_test.hpp>

using namespace millrace;
using namespace millrace::load;

namespace {

constexpr time_window early{event_time{0}, event_time{10}};
constexpr time_window later{event_time{10}, event_time{20}};

template <class... Values>
result_digest of(std::uint64_t key, time_window window, Values... values) {
  result_digest made;
  made.add(key, window, values...);
  return made;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(digest)

BOOST_AUTO_TEST_CASE(the_order_of_results_does_not_show) {
  result_digest one;
  one.add(1, early, 5);
  one.add(2, later, 6);
  result_digest other;
  other.add(2, later, 6);
  other.add(1, early, 5);
  BOOST_TEST((one == other));
}

BOOST_AUTO_TEST_CASE(every_part_of_a_result_shows) {
  const result_digest first = of(1, early, 5, 6);
  BOOST_TEST((first != of(2, early, 5, 6)));
  BOOST_TEST((first != of(1, later, 5, 6)));
  BOOST_TEST((first != of(1, {early.start, later.end}, 5, 6)));
  BOOST_TEST((first != of(1, early, 4, 6)));
  BOOST_TEST((first != of(1, early, 6, 5)));
  BOOST_TEST((first != of(1, early, 5)));
}

BOOST_AUTO_TEST_CASE(a_result_twice_is_not_the_same_as_once) {
  result_digest twice = of(1, early, 5);
  twice.add(of(1, early, 5));
  BOOST_TEST((twice != of(1, early, 5)));
  BOOST_TEST(twice.results == 2U);
}

BOOST_AUTO_TEST_CASE(values_that_change_places_between_keys_show) {
  result_digest one = of(1, early, 5);
  one.add(of(2, early, 6));
  result_digest other = of(1, early, 6);
  other.add(of(2, early, 5));
  BOOST_TEST((one != other));
}

BOOST_AUTO_TEST_SUITE_END()
