#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <millrace/core/time/arithmetic.hpp>
#include <random>
#include <vector>

using namespace millrace;

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

__extension__ using wide = __int128;

std::int64_t clamped(wide value) {
  return value < least ? least : value > greatest ? greatest : static_cast<std::int64_t>(value);
}

/// The greatest multiple of `step`, moved by `offset`, that is not above `time`: by division that rounds down.
wide exact_floor(wide time, wide step, wide offset) {
  wide quotient = (time - offset) / step;
  if ((time - offset) % step < 0) --quotient;
  return quotient * step + offset;
}

static_assert(floor_to_grid(-1, 10, 0) == -10, "usable at compile time");

void check_grid(std::int64_t time, std::int64_t step, std::int64_t offset) {
  const wide floor = exact_floor(time, step, offset);
  BOOST_TEST_CONTEXT("time " << time << ", step " << step << ", offset " << offset) {
    BOOST_REQUIRE_EQUAL(above_grid(time, step, offset), static_cast<std::int64_t>(time - floor));
    BOOST_REQUIRE_EQUAL(floor_to_grid(time, step, offset), clamped(floor));
    BOOST_REQUIRE_EQUAL(next_on_grid(time, step, offset), clamped(floor + step));
  }
}

/// Any number, with small ones, the ends of the time line and their neighbours as likely as the rest.
std::int64_t any_number(std::mt19937_64& random) {
  const auto near = static_cast<std::int64_t>(random() % 50);
  switch (random() % 5) {
    case 0: return near - 25;
    case 1: return least + near;
    case 2: return greatest - near;
    case 3: return static_cast<std::int64_t>(random()) >> (random() % 64);
    default: return static_cast<std::int64_t>(random());
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(time_arithmetic)

BOOST_AUTO_TEST_CASE(sums_and_differences_stop_at_the_ends_of_the_time_line) {
  BOOST_TEST(saturating_add(2, 3) == 5);
  BOOST_TEST(saturating_add(greatest, 1) == greatest);
  BOOST_TEST(saturating_add(1, greatest) == greatest);
  BOOST_TEST(saturating_add(greatest, greatest) == greatest);
  BOOST_TEST(saturating_add(least, -1) == least);
  BOOST_TEST(saturating_add(least, least) == least);
  BOOST_TEST(saturating_add(least, greatest) == -1);
  BOOST_TEST(saturating_subtract(2, 3) == -1);
  BOOST_TEST(saturating_subtract(least, 1) == least);
  BOOST_TEST(saturating_subtract(-2, greatest) == least);
  BOOST_TEST(saturating_subtract(greatest, -1) == greatest);
  BOOST_TEST(saturating_subtract(0, least) == greatest);
  BOOST_TEST(saturating_subtract(-1, least) == greatest);
  BOOST_TEST(saturating_subtract(least, least) == 0);
}

BOOST_AUTO_TEST_CASE(random_sums_and_differences_are_the_exact_ones_cut_off_at_the_ends) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200'000; ++round) {
    const std::int64_t left = any_number(random);
    const std::int64_t right = any_number(random);
    BOOST_REQUIRE_EQUAL(saturating_add(left, right), clamped(wide{left} + right));
    BOOST_REQUIRE_EQUAL(saturating_subtract(left, right), clamped(wide{left} - right));
  }
}

BOOST_AUTO_TEST_CASE(times_watermarks_and_durations_saturate_too) {
  BOOST_TEST((event_time::max() + duration{1} == event_time::max()));
  BOOST_TEST((event_time::min() - duration{1} == event_time::min()));
  BOOST_TEST((event_time{5} + forever == event_time::max()));
  BOOST_TEST((event_time::max() - event_time::min() == forever));
  BOOST_TEST((event_time{7} - event_time{10} == duration{-3}));
  BOOST_TEST((watermark::final() + duration{1} == watermark::final()));
  BOOST_TEST((watermark::none() - duration{1} == watermark::none()));
  BOOST_TEST((watermark{10} - duration{4} == watermark{6}));
}

BOOST_AUTO_TEST_CASE(grid_times_are_floored_also_before_1970) {
  struct row {
    std::int64_t time, offset, floor, next;
  };
  const std::vector<row> rows = {
      {-21, 0, -30, -20}, {-20, 0, -20, -10}, {-11, 0, -20, -10}, {-10, 0, -10, 0}, {-1, 0, -10, 0}, {0, 0, 0, 10},
      {1, 0, 0, 10},      {9, 0, 0, 10},      {10, 0, 10, 20},    {0, 3, -7, 3},    {2, 3, -7, 3},   {3, 3, 3, 13},
      {-7, 3, -7, 3},     {-8, 3, -17, -7},   {0, -3, -3, 7},     {6, -3, -3, 7},   {7, -3, 7, 17},  {-4, -3, -13, -3},
      {0, 9, -1, 9},      {-2, 9, -11, -1},   {0, -9, -9, 1},     {1, -9, 1, 11},   {-9, -9, -9, 1}, {-10, -9, -19, -9},
  };
  for (const row& each : rows) {
    BOOST_TEST_CONTEXT("time " << each.time << ", offset " << each.offset) {
      BOOST_TEST(floor_to_grid(each.time, 10, each.offset) == each.floor);
      BOOST_TEST(next_on_grid(each.time, 10, each.offset) == each.next);
      BOOST_TEST(above_grid(each.time, 10, each.offset) == each.time - each.floor);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_step_of_one_millisecond_is_every_time) {
  for (const std::int64_t time : {least, least + 1, std::int64_t{-1}, std::int64_t{0}, greatest}) {
    BOOST_TEST(floor_to_grid(time, 1, 0) == time);
  }
}

BOOST_AUTO_TEST_CASE(at_the_start_of_the_time_line_the_floor_saturates_and_the_next_time_is_exact) {
  // INT64_MIN ends in 808: the grid of ten has times at ...810, outside, and at ...800.
  BOOST_TEST(floor_to_grid(least, 10, 0) == least);
  BOOST_TEST(floor_to_grid(least + 7, 10, 0) == least);
  BOOST_TEST(next_on_grid(least, 10, 0) == least + 8);
  BOOST_TEST(next_on_grid(least + 7, 10, 0) == least + 8);
  BOOST_TEST(floor_to_grid(least + 8, 10, 0) == least + 8);
}

BOOST_AUTO_TEST_CASE(at_the_end_of_the_time_line_the_next_time_saturates) {
  // INT64_MAX ends in 807.
  BOOST_TEST(floor_to_grid(greatest, 10, 0) == greatest - 7);
  BOOST_TEST(next_on_grid(greatest, 10, 0) == greatest);
  BOOST_TEST(next_on_grid(greatest - 8, 10, 0) == greatest - 7);
}

BOOST_AUTO_TEST_CASE(the_longest_steps_and_offsets_do_not_wrap) {
  const std::vector<std::int64_t> ends = {least, least + 1, least / 2 - 1, least / 2,    -2,           -1,      0,
                                          1,     2,         least / -2,    greatest / 2, greatest - 1, greatest};
  for (const std::int64_t step : ends) {
    if (step <= 0) continue;
    for (const std::int64_t offset : ends) {
      if (offset >= step || offset <= -step) continue;
      for (const std::int64_t time : ends) check_grid(time, step, offset);
    }
  }
}

BOOST_AUTO_TEST_CASE(random_grids_agree_with_a_128_bit_division_that_rounds_down) {
  std::mt19937_64 random(2);
  int checked = 0;
  while (checked < 300'000) {
    const std::int64_t step = any_number(random);
    if (step <= 0) continue;
    const std::int64_t offset = any_number(random) % step;
    check_grid(any_number(random), step, offset);
    ++checked;
  }
}

BOOST_AUTO_TEST_SUITE_END()
