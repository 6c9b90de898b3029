#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

#include "input/make_events.hpp"
#include "reference/run_reference.hpp"
#include "tests/examples/load/reference/naive_results.hpp"

namespace bdata = boost::unit_test::data;
using namespace millrace;
using namespace millrace::load;

BOOST_AUTO_TEST_SUITE(reference)

BOOST_DATA_TEST_CASE(reference_loops_find_what_the_naive_way_finds,
                     bdata::make({"tumbling:10s", "tumbling:7ms", "sliding:60s:1s", "sliding:7s:3s", "sliding:4s:4s",
                                  "session:10s", "session:300ms", "session:20ms"}) *
                         bdata::make({"sum", "count", "sum,count"}) * bdata::make({3, 500, 40'000}),
                     window, function, keys) {
  throughput_options chosen;
  chosen.keys = static_cast<std::uint64_t>(keys);
  chosen.events = 5000;
  chosen.window = parse_window(window).value();
  chosen.function = parse_function(function).value();
  const auto events =
      make_events({.keys = chosen.keys, .events = chosen.events, .span = chosen.span, .disorder = chosen.disorder});
  const result_digest expected = naive_results(chosen, events).digest();
  const result_digest got = run_reference(chosen, events);
  BOOST_TEST(got.results == expected.results);
  BOOST_TEST(got.hash == expected.hash);
}

BOOST_AUTO_TEST_CASE(an_event_exactly_one_gap_behind_joins_the_session_and_one_between_two_joins_both) {
  throughput_options chosen;
  chosen.window = parse_window("session:10ms").value();
  chosen.disorder = duration{100};
  const std::vector<event> events{{1, event_time{0}, 1},  {1, event_time{10}, 1}, {1, event_time{31}, 1},
                                  {1, event_time{60}, 1}, {1, event_time{21}, 1}, {1, event_time{20}, 1}};
  result_digest expected;
  expected.add(1, {event_time{0}, event_time{41}}, 5, 5);
  expected.add(1, {event_time{60}, event_time{70}}, 1, 1);
  BOOST_TEST((run_reference(chosen, events) == expected));
}

BOOST_AUTO_TEST_SUITE_END()
