#include <millrace/core/window/sliding.hpp>

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "windows_of.hpp"

using namespace millrace;
using namespace millrace::testing;
using namespace std::chrono_literals;
namespace bdata = boost::unit_test::data;

BOOST_AUTO_TEST_SUITE(sliding_windows)

BOOST_AUTO_TEST_CASE(every_start_in_time_minus_size_to_time_is_a_window_ascending) {
  const auto windows = sliding::make({.size = 10ms, .slide = 5ms}).value();
  BOOST_TEST(windows_of(windows, 12) == (std::vector{window(5, 15), window(10, 20)}), boost::test_tools::per_element());
  BOOST_TEST(windows_of(windows, 10) == (std::vector{window(5, 15), window(10, 20)}), boost::test_tools::per_element());
  BOOST_TEST(windows_of(windows, -1) == (std::vector{window(-10, 0), window(-5, 5)}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_size_need_not_be_a_multiple_of_the_slide) {
  const auto windows = sliding::make({.size = 10ms, .slide = 4ms, .offset = 1ms}).value();
  BOOST_TEST(windows_of(windows, 10) == (std::vector{window(1, 11), window(5, 15), window(9, 19)}),
             boost::test_tools::per_element());
  BOOST_TEST(windows_of(windows, 11) == (std::vector{window(5, 15), window(9, 19)}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_slide_longer_than_the_size_leaves_gaps) {
  const auto windows = sliding::make({.size = 4ms, .slide = 10ms}).value();
  BOOST_TEST(windows_of(windows, 13) == std::vector{window(10, 14)}, boost::test_tools::per_element());
  BOOST_TEST(windows_of(windows, 14).empty());
  BOOST_TEST(windows_of(windows, -1).empty());
  BOOST_TEST(windows_of(windows, -7) == std::vector{window(-10, -6)}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(it_agrees_with_the_definition_on_a_stretch_of_time) {
  for (const int size : {1, 3, 7, 12}) {
    for (const int slide : {1, 2, 5, 12}) {
      for (int offset = 1 - slide; offset < slide; ++offset) {
        const auto windows =
            sliding::make({.size = duration{size}, .slide = duration{slide}, .offset = duration{offset}}).value();
        for (int time = -30; time < 30; ++time) {
          std::vector<time_window> expected;
          for (int start = time - size + 1; start <= time; ++start) {
            if ((start - offset) % slide == 0) expected.push_back(window(start, start + size));
          }
          BOOST_TEST(windows_of(windows, time) == expected, boost::test_tools::per_element());
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(windows_at_both_ends_of_time_saturate_and_are_never_empty) {
  const auto windows = sliding::make({.size = 10ms, .slide = 5ms}).value();
  // INT64_MIN is ...808, so true starts are ...815 (saturated) and ...810 (saturated), ends ...805 and ...800.
  BOOST_TEST(windows_of(windows, first_moment) ==
                 (std::vector{window(first_moment - 1, first_moment + 2), window(first_moment - 1, first_moment + 7)}),
             boost::test_tools::per_element());
  // INT64_MAX is ...807.
  BOOST_TEST(windows_of(windows, last_moment) ==
                 (std::vector{window(last_moment - 7, last_moment), window(last_moment - 2, last_moment)}),
             boost::test_tools::per_element());
  const auto on_it = sliding::make({.size = 10ms, .slide = 5ms, .offset = 2ms}).value();
  BOOST_TEST(windows_of(on_it, last_moment) ==
                 (std::vector{window(last_moment - 10, last_moment), window(last_moment - 5, last_moment)}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rounds_end_at_window_ends_and_at_the_times_of_freeing) {
  const auto windows = sliding::make({.size = 12ms, .slide = 10ms, .offset = 1ms}).value();
  round_grid grid;
  windows.add_grid(grid, 4ms);
  BOOST_TEST(grid_after(grid, 0, 4) == (std::vector{watermark{3}, watermark{7}, watermark{13}, watermark{17}}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(options_out_of_range_are_refused_by_name_and_value) {
  const auto message = [](sliding::options chosen) { return sliding::make(chosen).error().message; };
  BOOST_TEST(message({.size = 0ms, .slide = 5ms}) == "sliding window: size is 0 ms; accepted is a size above 0");
  BOOST_TEST(message({.size = 10ms, .slide = 0ms}) == "sliding window: slide is 0 ms; accepted is a slide above 0");
  BOOST_TEST(message({.size = 10ms, .slide = -5ms}) == "sliding window: slide is -5 ms; accepted is a slide above 0");
  BOOST_TEST(message({.size = 10ms, .slide = 5ms, .offset = -5ms}) ==
             "sliding window: offset is -5 ms; accepted is an offset between -slide and slide (5 ms), both excluded");
}

BOOST_AUTO_TEST_CASE(it_describes_itself) {
  BOOST_TEST(sliding::make({.size = 60s, .slide = 1s}).value().describe() == "sliding 60000 ms every 1000 ms");
}

BOOST_AUTO_TEST_SUITE_END()
