#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/round_grid.hpp>

using namespace millrace;

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

std::int64_t after(const round_grid& grid, std::int64_t mark) {
  return grid.next_after(watermark{mark}).milliseconds;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(grid_of_rounds)

BOOST_AUTO_TEST_CASE(an_empty_grid_has_no_next_time) {
  const round_grid grid;
  BOOST_TEST(grid.empty());
  BOOST_TEST(after(grid, 0) == greatest);
}

BOOST_AUTO_TEST_CASE(the_next_time_is_above_the_mark_never_at_it) {
  round_grid grid;
  grid.add(duration{10}, duration{3});
  BOOST_TEST(!grid.empty());
  BOOST_TEST(after(grid, 2) == 3);
  BOOST_TEST(after(grid, 3) == 13);
  BOOST_TEST(after(grid, 4) == 13);
  BOOST_TEST(after(grid, -7) == 3);
  BOOST_TEST(after(grid, -8) == -7);
}

BOOST_AUTO_TEST_CASE(any_offset_stands_for_its_remainder) {
  for (const std::int64_t offset : {3L, 13L, -7L, -17L, 1000003L}) {
    round_grid grid;
    grid.add(duration{10}, duration{offset});
    BOOST_TEST(after(grid, 0) == 3);
  }
}

BOOST_AUTO_TEST_CASE(of_several_grids_the_nearest_time_comes_next) {
  round_grid grid;
  grid.add(duration{10}, duration{0});
  grid.add(duration{10}, duration{4});  // pane ends + a lateness of 4
  grid.add(duration{7}, duration{0});
  BOOST_TEST(after(grid, 0) == 4);
  BOOST_TEST(after(grid, 4) == 7);
  BOOST_TEST(after(grid, 7) == 10);
  BOOST_TEST(after(grid, 10) == 14);
}

BOOST_AUTO_TEST_CASE(both_ends_of_the_time_line_are_exact_or_final) {
  round_grid grid;
  grid.add(duration{10}, duration{0});
  BOOST_TEST(after(grid, least) == -9223372036854775800);  // the first multiple of 10 there is
  BOOST_TEST(after(grid, greatest - 7) == greatest);       // past the last multiple
  BOOST_TEST(after(grid, greatest - 8) == greatest - 7);
  BOOST_TEST(after(grid, greatest) == greatest);
}

BOOST_AUTO_TEST_CASE(the_longest_step_and_offset_do_not_wrap) {
  round_grid grid;
  grid.add(duration{greatest}, duration{greatest - 1});
  BOOST_TEST(after(grid, least) == -1 - greatest + greatest);
  BOOST_TEST(after(grid, -1) == greatest - 1);
  BOOST_TEST(after(grid, greatest - 1) == greatest);
}

BOOST_AUTO_TEST_CASE(a_step_that_is_not_positive_is_a_bug) {
  round_grid grid;
  for (const std::int64_t step : {std::int64_t{0}, std::int64_t{-1}, least}) {
    BOOST_CHECK_EXCEPTION(grid.add(duration{step}, duration{0}), failure,
                          [](const failure& thrown) { return thrown.reason().code == error_code::internal; });
  }
  BOOST_TEST(grid.empty());
}

BOOST_AUTO_TEST_CASE(a_grid_may_be_added_to_another_at_a_later_time) {
  round_grid ends;
  ends.add(duration{10}, duration{3});
  ends.add(duration{100}, duration{99});
  round_grid all;
  all.add(duration{10}, duration{0});
  all.add(ends, duration{4});
  BOOST_TEST(after(all, 0) == 3);  // 99 + 4, modulo 100
  BOOST_TEST(after(all, 3) == 7);
  BOOST_TEST(after(all, 7) == 10);
  all = {};
  all.add(ends, duration{0});
  BOOST_TEST(after(all, 0) == 3);
}

BOOST_AUTO_TEST_CASE(a_grid_of_the_longest_step_is_added_without_an_overflow) {
  round_grid rare;
  rare.add(duration{greatest}, duration{greatest - 1});
  round_grid all;
  all.add(rare, duration{5});
  BOOST_TEST(after(all, 0) == 4);
}

BOOST_AUTO_TEST_SUITE_END()
