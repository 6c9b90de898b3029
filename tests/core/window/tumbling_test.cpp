#include <millrace/core/window/tumbling.hpp>

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "windows_of.hpp"

using namespace millrace;
using namespace millrace::testing;
using namespace std::chrono_literals;
namespace bdata = boost::unit_test::data;

BOOST_AUTO_TEST_SUITE(tumbling_windows)

BOOST_DATA_TEST_CASE(window_starts_are_floored_also_before_1970,
                     bdata::make({-11, -10, -1, 0, 9, 10}) ^ bdata::make({-20, -10, -10, 0, 0, 10}), time, start) {
  const auto windows = tumbling::make({.size = 10ms}).value();
  BOOST_TEST(windows.window_of(event_time{time}) == window(start, start + 10));
}

BOOST_DATA_TEST_CASE(an_offset_of_either_sign_moves_every_start,
                     bdata::make({-8, -7, 2, 3, 12}) ^ bdata::make({-17, -7, -7, 3, 3}), time, start) {
  const auto up = tumbling::make({.size = 10ms, .offset = 3ms}).value();
  const auto down = tumbling::make({.size = 10ms, .offset = -7ms}).value();
  BOOST_TEST(up.window_of(event_time{time}) == window(start, start + 10));
  BOOST_TEST(down.window_of(event_time{time}) == window(start, start + 10));
}

BOOST_AUTO_TEST_CASE(a_time_lies_in_exactly_one_window) {
  const auto windows = tumbling::make({.size = 10ms}).value();
  BOOST_TEST(windows_of(windows, 19) == std::vector{window(10, 20)}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_first_window_of_time_is_cut_at_its_start_and_ends_on_the_grid) {
  // INT64_MIN is ...808; the grid time above it is ...800.
  const auto windows = tumbling::make({.size = 10ms}).value();
  BOOST_TEST(windows.window_of(event_time{first_moment}) == window(first_moment - 1, first_moment + 7));
  BOOST_TEST(windows.window_of(event_time{first_moment + 7}) == window(first_moment + 7, first_moment + 17));
}

BOOST_AUTO_TEST_CASE(the_last_window_of_time_ends_with_it) {
  // INT64_MAX is ...807.
  const auto windows = tumbling::make({.size = 10ms}).value();
  BOOST_TEST(windows.window_of(event_time{last_moment}) == window(last_moment - 7, last_moment));
}

BOOST_AUTO_TEST_CASE(the_last_moment_is_never_in_an_empty_window) {
  BOOST_TEST(tumbling::make({.size = 1ms}).value().window_of(event_time{last_moment}) ==
             window(last_moment - 1, last_moment));
  const auto offset_to_it = tumbling::make({.size = 10ms, .offset = 7ms}).value();
  BOOST_TEST(offset_to_it.window_of(event_time{last_moment}) == window(last_moment - 10, last_moment));
  BOOST_TEST(offset_to_it.window_of(event_time{last_moment - 1}) == window(last_moment - 10, last_moment));
}

BOOST_AUTO_TEST_CASE(a_window_as_long_as_half_of_time_is_exact) {
  const auto windows = tumbling::make({.size = duration{last_moment}, .offset = duration{1 - last_moment}}).value();
  BOOST_TEST(windows.window_of(event_time{0}) == window(1 - last_moment, 1));
  BOOST_TEST(windows.window_of(event_time{1}) == window(1, last_moment));
  BOOST_TEST(windows.window_of(event_time{first_moment - 1}) == window(first_moment - 1, 1 - last_moment));
}

BOOST_AUTO_TEST_CASE(rounds_end_at_window_ends_and_at_the_times_of_freeing) {
  const auto windows = tumbling::make({.size = 10ms, .offset = -2ms}).value();
  round_grid punctual;
  windows.add_grid(punctual, 0ms);
  BOOST_TEST(grid_after(punctual, -3, 3) == (std::vector{watermark{-2}, watermark{8}, watermark{18}}),
             boost::test_tools::per_element());
  round_grid late;
  windows.add_grid(late, 25ms);
  BOOST_TEST(grid_after(late, -3, 4) == (std::vector{watermark{-2}, watermark{3}, watermark{8}, watermark{13}}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_lateness_for_ever_adds_no_time_of_freeing) {
  round_grid grid;
  tumbling::make({.size = 10ms}).value().add_grid(grid, forever);
  BOOST_TEST(grid_after(grid, 0, 2) == (std::vector{watermark{10}, watermark{20}}), boost::test_tools::per_element());
}

BOOST_DATA_TEST_CASE(a_size_that_is_not_positive_is_refused_with_its_value, bdata::make({0, -5}), size) {
  const auto made = tumbling::make({.size = duration{size}});
  BOOST_REQUIRE(made.has_error());
  BOOST_TEST((made.error().code == error_code::option_out_of_range));
  BOOST_TEST(made.error().message ==
             "tumbling window: size is " + std::to_string(size) + " ms; accepted is a size above 0");
}

BOOST_DATA_TEST_CASE(an_offset_as_long_as_the_size_is_refused_with_its_value, bdata::make({10, -10, 99}), offset) {
  const auto made = tumbling::make({.size = 10ms, .offset = duration{offset}});
  BOOST_REQUIRE(made.has_error());
  BOOST_TEST(made.error().message == "tumbling window: offset is " + std::to_string(offset) +
                                         " ms; accepted is an offset between -size and size (10 ms), both excluded");
}

BOOST_AUTO_TEST_CASE(it_describes_itself) {
  BOOST_TEST(tumbling::make({.size = 1h}).value().describe() == "tumbling 3600000 ms");
  BOOST_TEST(tumbling::make({.size = 24h, .offset = 8h}).value().describe() ==
             "tumbling 86400000 ms, offset 28800000 ms");
}

BOOST_AUTO_TEST_SUITE_END()
