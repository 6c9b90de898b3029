#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/round_cutter.hpp>
#include <vector>

using namespace millrace;

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

round_grid grid_of(std::int64_t step, std::vector<std::int64_t> offsets) {
  round_grid grid;
  for (const std::int64_t offset : offsets) grid.add(duration{step}, duration{offset});
  return grid;
}

round_cutter tens(std::size_t splits, std::size_t limit = 1000) {
  return round_cutter({.splits = splits, .limit = limit, .grid = grid_of(10, {0}), .all_idle = {}});
}

bool record(round_cutter& cutter, split_id split, std::int64_t mark) {
  const bool cut = cutter.on_record(split, watermark{mark});
  if (cut) cutter.start_round();
  return cut;
}

std::int64_t combined(round_cutter& cutter) {
  return cutter.combined().milliseconds;
}

/// The marks, of one split after another from 0, at which a round ends.
std::vector<std::int64_t> cuts(round_cutter cutter, const std::vector<std::int64_t>& marks) {
  std::vector<std::int64_t> found;
  for (const std::int64_t mark : marks) {
    if (record(cutter, 0, mark)) found.push_back(mark);
  }
  return found;
}

std::vector<std::int64_t> from_to(std::int64_t from, std::int64_t to) {
  std::vector<std::int64_t> all;
  for (; from <= to; ++from) all.push_back(from);
  return all;
}

using marks = std::vector<std::int64_t>;

}  // namespace

BOOST_AUTO_TEST_SUITE(cutting_rounds)

BOOST_AUTO_TEST_CASE(a_round_ends_at_the_record_that_reaches_or_passes_a_pane_end_and_at_no_other) {
  BOOST_TEST(cuts(tens(1), from_to(1, 35)) == (marks{1, 10, 20, 30}), boost::test_tools::per_element());
  BOOST_TEST(cuts(tens(1), {1, 9, 9, 12, 12, 19, 21, 55, 59, 60}) == (marks{1, 12, 21, 55, 60}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_round_ends_at_pane_ends_and_at_pane_ends_plus_lateness) {
  const round_cutter cutter({.splits = 1, .grid = grid_of(10, {0, 3}), .all_idle = {}});
  BOOST_TEST(cuts(cutter, from_to(1, 25)) == (marks{1, 3, 10, 13, 20, 23}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(times_before_1970_are_cut_on_the_same_grid) {
  BOOST_TEST(cuts(tens(1), from_to(-25, 1)) == (marks{-25, -20, -10, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_first_watermark_passes_every_grid_time_below_it) {
  round_cutter cutter = tens(1);
  BOOST_TEST(!record(cutter, 0, least));  // a record that brings no watermark yet
  BOOST_TEST(!record(cutter, 0, least));
  BOOST_TEST(record(cutter, 0, 5));
  BOOST_TEST(!record(cutter, 0, 6));
}

BOOST_AUTO_TEST_CASE(a_first_watermark_below_every_grid_time_passes_none) {
  round_cutter cutter = tens(1);
  BOOST_TEST(!record(cutter, 0, least + 1));
  BOOST_TEST(!record(cutter, 0, least + 7));
  BOOST_TEST(record(cutter, 0, least + 8));
}

BOOST_AUTO_TEST_CASE(the_end_of_the_time_line_is_passed_once) {
  round_cutter cutter = tens(1);
  record(cutter, 0, greatest - 7);
  BOOST_TEST(!record(cutter, 0, greatest - 1));
  BOOST_TEST(record(cutter, 0, greatest));  // panes that end there
  BOOST_TEST(!record(cutter, 0, greatest));
}

BOOST_AUTO_TEST_CASE(a_round_ends_at_the_limit) {
  round_cutter cutter({.splits = 1, .limit = 3, .grid = {}, .all_idle = {}});
  BOOST_TEST(!cutter.on_record(0, watermark{1}));
  BOOST_TEST(!cutter.on_record(0, watermark{2}));
  BOOST_TEST(cutter.records() == 2U);
  BOOST_TEST(cutter.on_record(0, watermark{3}));
  BOOST_TEST(cutter.records() == 3U);
  cutter.start_round();
  BOOST_TEST(cutter.records() == 0U);
  BOOST_TEST(!cutter.on_record(0, watermark{4}));
}

BOOST_AUTO_TEST_CASE(a_cut_by_the_grid_starts_the_count_to_the_limit_again) {
  BOOST_TEST(cuts(tens(1, 4), from_to(5, 19)) == (marks{5, 9, 10, 14, 18}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_limit_of_one_ends_a_round_with_every_record) {
  BOOST_TEST(cuts(tens(1, 1), {least, 5, 5, 6}) == (marks{least, 5, 5, 6}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_empty_grid_leaves_the_limit_alone) {
  const round_cutter cutter({.splits = 1, .limit = 10, .grid = {}, .all_idle = {}});
  BOOST_TEST(cuts(cutter, {1, 100, greatest, greatest}).empty());
}

BOOST_AUTO_TEST_CASE(without_watching_the_grid_only_the_number_of_records_ends_a_round) {
  round_cutter cutter({.splits = 2, .limit = 5, .grid = grid_of(10, {0}), .all_idle = {}, .watch_grid = false});
  BOOST_TEST(!record(cutter, 0, 100));
  BOOST_TEST(!record(cutter, 1, 50));
  cutter.on_idle(1);
  BOOST_TEST(!record(cutter, 0, 200));
  cutter.on_active(1);
  BOOST_TEST(!cutter.on_watermark(1, watermark{300}));  // caught up
  BOOST_TEST(!record(cutter, 1, 300));
  BOOST_TEST(record(cutter, 1, 300));
  BOOST_TEST(combined(cutter) == 200);
}

BOOST_AUTO_TEST_CASE(with_several_splits_the_minimum_counts) {
  round_cutter cutter = tens(2);
  BOOST_TEST(!record(cutter, 0, 100));  // split 1 has no watermark yet
  BOOST_TEST(!record(cutter, 0, 200));
  BOOST_TEST(record(cutter, 1, 5));
  BOOST_TEST(!record(cutter, 1, 9));
  BOOST_TEST(!record(cutter, 0, 300));
  BOOST_TEST(record(cutter, 1, 11));
  BOOST_TEST(record(cutter, 1, 299));
  BOOST_TEST(record(cutter, 1, 1000));  // 300 now, held by split 0
  BOOST_TEST(!record(cutter, 1, 2000));
  BOOST_TEST(!record(cutter, 0, 305));
  BOOST_TEST(combined(cutter) == 305);
  BOOST_TEST(record(cutter, 0, 310));
}

BOOST_AUTO_TEST_CASE(marks_below_the_next_grid_time_count_when_another_split_goes_on) {
  round_cutter cutter = tens(2);
  record(cutter, 0, 1);
  record(cutter, 1, 1);
  BOOST_TEST(!record(cutter, 0, 7));
  BOOST_TEST(!record(cutter, 0, 9));
  BOOST_TEST(!record(cutter, 1, 60));
  BOOST_TEST(combined(cutter) == 9);
  BOOST_TEST(record(cutter, 0, 10));
}

BOOST_AUTO_TEST_CASE(an_idle_split_does_not_hold_the_others) {
  round_cutter cutter = tens(2);
  record(cutter, 0, 12);
  BOOST_TEST(combined(cutter) == least);
  cutter.on_idle(1);
  BOOST_TEST(combined(cutter) == 12);
  BOOST_TEST(!record(cutter, 0, 19));  // 10 was passed by the status, not by this record
  BOOST_TEST(record(cutter, 0, 20));
}

BOOST_AUTO_TEST_CASE(records_of_an_idle_split_move_nothing) {
  round_cutter cutter = tens(1);
  record(cutter, 0, 12);
  cutter.on_idle(0);
  BOOST_TEST(!record(cutter, 0, 50));
  BOOST_TEST(combined(cutter) == 12);
}

BOOST_AUTO_TEST_CASE(a_round_ends_when_a_split_that_came_back_behind_has_caught_up) {
  round_cutter cutter = tens(2);
  record(cutter, 1, 2);
  record(cutter, 0, 12);
  cutter.on_idle(1);
  cutter.on_active(1);
  BOOST_TEST(!cutter.counted_at_round_start(1));
  BOOST_TEST(cutter.counted_at_round_start(0));
  BOOST_TEST(!record(cutter, 1, 11));
  BOOST_TEST(!record(cutter, 0, 15));
  BOOST_TEST(!record(cutter, 1, 14));
  BOOST_TEST(cutter.on_record(1, watermark{16}));
  BOOST_TEST(!cutter.counted_at_round_start(1));  // still the round that began without it
  cutter.start_round();
  BOOST_TEST(cutter.counted_at_round_start(1));
  BOOST_TEST(combined(cutter) == 15);
}

BOOST_AUTO_TEST_CASE(a_split_that_comes_back_in_time_is_counted_from_the_next_round_on) {
  round_cutter cutter = tens(2);
  record(cutter, 0, 12);
  record(cutter, 1, 13);
  cutter.on_idle(1);
  BOOST_TEST(!cutter.counted_at_round_start(1));
  cutter.on_active(1);
  BOOST_TEST(cutter.counted_at_round_start(1));
}

BOOST_AUTO_TEST_CASE(an_ended_split_does_not_hold_the_others) {
  round_cutter cutter = tens(2);
  record(cutter, 0, 12);
  cutter.on_end(1);
  BOOST_TEST(combined(cutter) == 12);
  BOOST_TEST(record(cutter, 0, 20));
  cutter.on_end(0);
  BOOST_TEST(combined(cutter) == greatest);
}

BOOST_AUTO_TEST_CASE(a_record_of_an_ended_split_is_an_error) {
  round_cutter cutter = tens(2);
  record(cutter, 0, 12);
  record(cutter, 0, 13);
  cutter.on_end(0);
  const auto after_end = [](const failure& thrown) { return thrown.reason().code == error_code::event_after_end; };
  BOOST_CHECK_EXCEPTION(cutter.on_record(0, watermark{13}), failure, after_end);
  BOOST_TEST(combined(cutter) == least);
}

BOOST_AUTO_TEST_CASE(a_readers_own_watermark_ends_a_round_when_it_passes_a_grid_time) {
  round_cutter cutter = tens(1);
  BOOST_TEST(cutter.on_watermark(0, watermark{5}));
  BOOST_TEST(!cutter.on_watermark(0, watermark{9}));
  BOOST_TEST(!record(cutter, 0, 9));
  BOOST_TEST(cutter.on_watermark(0, watermark{30}));
  BOOST_TEST(!cutter.on_watermark(0, watermark{30}));
  BOOST_TEST(cutter.records() == 1U);
}

BOOST_AUTO_TEST_CASE(going_idle_under_flush_max_passes_grid_times_like_the_watermark_actor) {
  round_cutter cutter = tens(2);
  record(cutter, 0, 42);
  record(cutter, 1, 12);
  cutter.on_idle(0);
  cutter.on_idle(1);
  BOOST_TEST(combined(cutter) == 42);
  cutter.on_active(0);
  BOOST_TEST(!record(cutter, 0, 49));
  BOOST_TEST(record(cutter, 0, 50));
}

BOOST_AUTO_TEST_SUITE_END()
