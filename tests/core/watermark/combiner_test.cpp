#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <millrace/core/error.hpp>
#include <millrace/core/watermark/combiner.hpp>
#include <string>
#include <vector>

using namespace millrace;

namespace {

constexpr std::int64_t none = watermark::none().milliseconds;
constexpr std::int64_t final_mark = watermark::final().milliseconds;

std::int64_t combined(const combiner& of) {
  return of.combined().milliseconds;
}

bool raise(combiner& of, split_id input, std::int64_t mark) {
  return of.on_watermark(input, watermark{mark});
}

/// A combiner whose inputs have these watermarks.
combiner at(const std::vector<std::int64_t>& marks, all_idle_policy policy = {}) {
  combiner made(marks.size(), policy);
  for (split_id input = 0; input < marks.size(); ++input) raise(made, input, marks[input]);
  return made;
}

/// Calls `check` with every order in which inputs 0 to count - 1 can come.
template <class Check>
void for_every_order(std::size_t count, Check check) {
  std::vector<split_id> order(count);
  for (split_id input = 0; input < count; ++input) order[input] = input;
  do check(order);
  while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(combining)

// Rule 6

BOOST_AUTO_TEST_CASE(combined_watermark_is_the_minimum_over_the_inputs) {
  combiner three(3);
  BOOST_TEST(!raise(three, 0, 26));
  BOOST_TEST(!raise(three, 1, 11));
  BOOST_TEST(combined(three) == none);
  BOOST_TEST(raise(three, 2, 18));
  BOOST_TEST(combined(three) == 11);
  BOOST_TEST(raise(three, 1, 31));
  BOOST_TEST(combined(three) == 18);
}

BOOST_AUTO_TEST_CASE(a_lower_or_equal_watermark_of_an_input_changes_nothing) {
  combiner two = at({26, 11});
  BOOST_TEST(!raise(two, 1, 11));
  BOOST_TEST(!raise(two, 1, 9));
  BOOST_TEST(!raise(two, 0, 5));
  BOOST_TEST(combined(two) == 11);
  raise(two, 1, 30);
  BOOST_TEST(combined(two) == 26);  // input 0 is where it was before it said 5
}

BOOST_AUTO_TEST_CASE(inputs_at_the_same_minimum_must_all_rise_before_it_does) {
  combiner three = at({10, 10, 10});
  BOOST_TEST(!raise(three, 0, 20));
  BOOST_TEST(!raise(three, 1, 15));
  BOOST_TEST(raise(three, 2, 12));
  BOOST_TEST(combined(three) == 12);
}

BOOST_AUTO_TEST_CASE(the_holder_of_the_minimum_takes_it_along_up_to_the_next_input_and_no_further) {
  combiner three = at({5, 20, 30});
  BOOST_TEST(raise(three, 0, 19));
  BOOST_TEST(combined(three) == 19);
  BOOST_TEST(raise(three, 0, 20));
  BOOST_TEST(combined(three) == 20);
  BOOST_TEST(!raise(three, 0, 40));
  BOOST_TEST(combined(three) == 20);
  BOOST_TEST(raise(three, 1, 50));
  BOOST_TEST(combined(three) == 30);
}

BOOST_AUTO_TEST_CASE(one_input_holds_the_minimum_also_where_several_are_at_it) {
  combiner three = at({10, 10, 20});
  BOOST_TEST(three.holds_minimum(0) != three.holds_minimum(1));
  BOOST_TEST(!three.holds_minimum(2));
  raise(three, 0, 30);
  BOOST_TEST(three.holds_minimum(1));
  three.on_idle(1);
  BOOST_TEST(!three.holds_minimum(1));
  BOOST_TEST(three.holds_minimum(2));
  BOOST_TEST(!three.holds_minimum(3));
}

BOOST_AUTO_TEST_CASE(an_input_without_a_watermark_holds_the_combined_one) {
  combiner two(2);
  raise(two, 0, 1000);
  BOOST_TEST(combined(two) == none);
  BOOST_TEST(!two.idle());
}

BOOST_AUTO_TEST_CASE(an_input_without_a_watermark_holds_no_longer_once_it_is_idle) {
  combiner two(2);
  raise(two, 0, 1000);
  BOOST_TEST(two.on_idle(1));
  BOOST_TEST(combined(two) == 1000);
  BOOST_TEST(!two.idle());
}

BOOST_AUTO_TEST_CASE(an_input_without_a_watermark_holds_no_longer_once_it_has_ended) {
  combiner two(2);
  raise(two, 0, 1000);
  BOOST_TEST(two.on_end(1));
  BOOST_TEST(combined(two) == 1000);
}

BOOST_AUTO_TEST_CASE(with_no_counted_input_the_combined_watermark_stays) {
  combiner two = at({50, 100});
  two.on_idle(0);  // 100 now
  two.on_active(0);
  two.on_idle(1);  // input 0 is active and behind: nothing is counted and not everything is idle
  BOOST_TEST(combined(two) == 100);
  BOOST_TEST(!two.idle());
  BOOST_TEST(!raise(two, 0, 99));
  BOOST_TEST(combined(two) == 100);
}

BOOST_AUTO_TEST_CASE(both_ends_of_the_time_line_are_ordinary_watermarks) {
  combiner two(2);
  raise(two, 0, none + 1);
  BOOST_TEST(raise(two, 1, final_mark));
  BOOST_TEST(combined(two) == none + 1);
  BOOST_TEST(raise(two, 0, final_mark));
  BOOST_TEST(combined(two) == final_mark);
  BOOST_TEST(!two.ended());
}

// Rule 8

BOOST_AUTO_TEST_CASE(an_idle_input_is_not_counted) {
  combiner three = at({11, 8, 4});
  BOOST_TEST(three.on_idle(2));
  BOOST_TEST(combined(three) == 8);
  BOOST_TEST(!three.counts(2));
}

BOOST_AUTO_TEST_CASE(a_watermark_of_an_idle_input_is_ignored_and_not_remembered) {
  combiner one = at({26});
  one.on_idle(0);
  BOOST_TEST(!raise(one, 0, 51));
  BOOST_TEST(combined(one) == 26);
  BOOST_TEST(one.on_active(0));
  BOOST_TEST(combined(one) == 26);
  BOOST_TEST(raise(one, 0, 51));
  BOOST_TEST(combined(one) == 51);
}

BOOST_AUTO_TEST_CASE(going_idle_twice_or_active_twice_changes_nothing) {
  combiner two = at({10, 20});
  BOOST_TEST(!two.on_active(0));
  two.on_idle(0);
  BOOST_TEST(!two.on_idle(0));
  BOOST_TEST(combined(two) == 20);
  BOOST_TEST(!two.idle());
}

BOOST_AUTO_TEST_CASE(an_input_that_comes_back_behind_is_counted_once_it_has_caught_up) {
  combiner three = at({11, 8, 4});
  three.on_idle(2);
  BOOST_TEST(combined(three) == 8);
  BOOST_TEST(!three.on_active(2));
  BOOST_TEST(!three.counts(2));
  BOOST_TEST(!raise(three, 2, 6));  // still behind
  BOOST_TEST(!three.counts(2));
  BOOST_TEST(!raise(three, 2, 10));  // 10 >= 8: counted, the minimum is still 8
  BOOST_TEST(three.counts(2));
  BOOST_TEST(raise(three, 1, 13));
  BOOST_TEST(combined(three) == 10);
}

BOOST_AUTO_TEST_CASE(until_it_has_caught_up_the_combined_watermark_goes_on_without_it) {
  combiner two = at({100, 50});
  two.on_idle(1);
  two.on_active(1);
  BOOST_TEST(combined(two) == 100);
  BOOST_TEST(raise(two, 0, 200));
  BOOST_TEST(combined(two) == 200);
  BOOST_TEST(!raise(two, 1, 150));
  BOOST_TEST(!two.counts(1));
}

BOOST_AUTO_TEST_CASE(an_input_that_comes_back_exactly_at_the_combined_watermark_is_counted_at_once) {
  combiner two = at({100, 100});
  two.on_idle(1);
  two.on_active(1);
  BOOST_TEST(two.counts(1));
  raise(two, 0, 200);
  BOOST_TEST(combined(two) == 100);
}

BOOST_AUTO_TEST_CASE(an_input_that_catches_up_exactly_is_counted) {
  combiner two = at({100, 50});
  two.on_idle(1);
  two.on_active(1);
  BOOST_TEST(!raise(two, 1, 99));
  BOOST_TEST(!two.counts(1));
  BOOST_TEST(!raise(two, 1, 100));
  BOOST_TEST(two.counts(1));
}

BOOST_AUTO_TEST_CASE(an_input_that_comes_back_ahead_is_counted_at_once) {
  combiner two = at({1001, 5001});
  two.on_idle(1);
  raise(two, 0, 3001);
  BOOST_TEST(!two.on_active(1));
  BOOST_TEST(two.counts(1));
  BOOST_TEST(raise(two, 0, 6001));
  BOOST_TEST(combined(two) == 5001);
}

BOOST_AUTO_TEST_CASE(an_input_that_becomes_counted_below_the_next_one_holds_from_then_on) {
  // Input 0 leads alone up to 90 while input 1 is idle; input 1 comes back at 20 and must hold it there.
  combiner three = at({10, 20, 90});
  three.on_idle(1);
  three.on_active(1);
  BOOST_TEST(three.counts(1));
  raise(three, 0, 80);
  BOOST_TEST(combined(three) == 20);
}

BOOST_AUTO_TEST_CASE(an_input_that_catches_up_raises_the_watermark_when_no_other_is_counted) {
  combiner two = at({50, 100});
  two.on_idle(0);
  two.on_active(0);
  two.on_end(1);
  BOOST_TEST(combined(two) == 100);
  BOOST_TEST(raise(two, 0, 130));
  BOOST_TEST(combined(two) == 130);
}

BOOST_AUTO_TEST_CASE(an_input_that_comes_back_ahead_raises_the_watermark_when_no_other_is_counted) {
  combiner two = at({11, 4}, all_idle_policy::hold());
  two.on_idle(0);
  two.on_idle(1);
  BOOST_TEST(combined(two) == 4);
  BOOST_TEST(two.on_active(0));
  BOOST_TEST(combined(two) == 11);
}

BOOST_AUTO_TEST_CASE(an_input_that_comes_back_before_any_watermark_holds_again) {
  combiner two(2);
  two.on_idle(0);
  two.on_idle(1);
  BOOST_TEST(two.on_active(1));
  BOOST_TEST(!two.idle());
  BOOST_TEST(two.counts(1));
  BOOST_TEST(combined(two) == none);
}

// Rule 9

BOOST_AUTO_TEST_CASE(flush_max_raises_to_the_greatest_watermark_whatever_the_order) {
  for_every_order(4, [](const std::vector<split_id>& order) {
    combiner four = at({11, 6, 4, 9});
    bool told = false;
    for (const split_id input : order) told = four.on_idle(input);
    BOOST_TEST(told);
    BOOST_TEST(combined(four) == 11);
    BOOST_TEST(four.idle());
  });
}

BOOST_AUTO_TEST_CASE(flush_max_takes_ended_inputs_in_whatever_the_order) {
  for_every_order(3, [](const std::vector<split_id>& order) {
    combiner three = at({500, 201, 100});
    for (const split_id input : order) {
      if (input == 0) {
        three.on_end(input);
      } else {
        three.on_idle(input);
      }
    }
    BOOST_TEST(combined(three) == 500);
    BOOST_TEST(three.idle());
  });
}

BOOST_AUTO_TEST_CASE(flush_max_without_any_watermark_raises_nothing) {
  combiner two(2);
  BOOST_TEST(!two.on_idle(0));
  BOOST_TEST(two.on_idle(1));
  BOOST_TEST(combined(two) == none);
  BOOST_TEST(two.idle());
}

BOOST_AUTO_TEST_CASE(flush_max_does_not_lower_what_stands_higher) {
  combiner two = at({10, 20}, all_idle_policy::flush_max());
  two.on_idle(0);
  two.on_active(0);  // behind 20
  raise(two, 1, 40);
  two.on_idle(1);
  BOOST_TEST(combined(two) == 40);
  two.on_idle(0);
  BOOST_TEST(combined(two) == 40);
  BOOST_TEST(two.idle());
}

BOOST_AUTO_TEST_CASE(the_policy_applies_when_the_last_input_that_was_not_idle_ends) {
  combiner two = at({201, 101});
  BOOST_TEST(!two.on_idle(0));
  BOOST_TEST(combined(two) == 101);
  BOOST_TEST(two.on_end(1));
  BOOST_TEST(combined(two) == 201);
  BOOST_TEST(two.idle());
}

BOOST_AUTO_TEST_CASE(an_input_that_is_active_but_behind_is_not_idle_so_the_policy_waits) {
  combiner two = at({300, 500});
  two.on_idle(0);
  two.on_active(0);
  two.on_idle(1);
  BOOST_TEST(!two.idle());
  BOOST_TEST(two.on_idle(0));
  BOOST_TEST(two.idle());
}

BOOST_AUTO_TEST_CASE(hold_says_idle_and_raises_nothing_whatever_the_order) {
  for_every_order(3, [](const std::vector<split_id>& order) {
    combiner three = at({11, 6, 4}, all_idle_policy::hold());
    three.on_idle(order[0]);
    three.on_idle(order[1]);
    const std::int64_t before = combined(three);
    BOOST_TEST(three.on_idle(order[2]));
    BOOST_TEST(combined(three) == before);
    BOOST_TEST(three.idle());
  });
}

BOOST_AUTO_TEST_CASE(hold_with_equal_watermarks_keeps_them_whatever_the_order) {
  for_every_order(3, [](const std::vector<split_id>& order) {
    combiner three = at({7, 7, 7}, all_idle_policy::hold());
    for (const split_id input : order) three.on_idle(input);
    BOOST_TEST(combined(three) == 7);
  });
}

BOOST_AUTO_TEST_CASE(wall_clock_follows_the_clock_behind_its_lag_whatever_the_order) {
  for_every_order(3, [](const std::vector<split_id>& order) {
    combiner three = at({110, 60, 40}, all_idle_policy::wall_clock(duration{5}));
    for (const split_id input : order) three.on_idle(input);
    BOOST_TEST(!three.idle());
    BOOST_TEST(three.follows_clock());
    BOOST_TEST(three.on_clock(event_time{200}));
    BOOST_TEST(combined(three) == 195);
    BOOST_TEST(!three.on_clock(event_time{200}));
    BOOST_TEST(three.on_clock(event_time{201}));
    BOOST_TEST(combined(three) == 196);
  });
}

BOOST_AUTO_TEST_CASE(wall_clock_never_falls) {
  combiner one = at({1000}, all_idle_policy::wall_clock(duration{5}));
  one.on_idle(0);
  BOOST_TEST(!one.on_clock(event_time{500}));
  BOOST_TEST(!one.on_clock(event_time::min()));
  BOOST_TEST(combined(one) == 1000);
}

BOOST_AUTO_TEST_CASE(wall_clock_moves_nothing_while_an_input_is_not_idle) {
  combiner two = at({10, 20}, all_idle_policy::wall_clock(duration{0}));
  two.on_idle(0);
  BOOST_TEST(!two.follows_clock());
  BOOST_TEST(!two.on_clock(event_time{1000}));
  BOOST_TEST(combined(two) == 20);
  two.on_idle(1);
  BOOST_TEST(combined(two) == 20);  // the earlier reading is not remembered
  two.on_clock(event_time{1000});
  two.on_active(0);
  BOOST_TEST(!two.follows_clock());
  BOOST_TEST(!two.on_clock(event_time{2000}));
  BOOST_TEST(combined(two) == 1000);
  BOOST_TEST(!two.counts(0));
}

BOOST_AUTO_TEST_CASE(wall_clock_leaves_ended_inputs_out_of_account) {
  combiner two = at({10, 20}, all_idle_policy::wall_clock(duration{0}));
  two.on_end(0);
  BOOST_TEST(!two.follows_clock());
  two.on_idle(1);
  BOOST_TEST(two.follows_clock());
  two.on_end(1);
  BOOST_TEST(!two.follows_clock());
  BOOST_TEST(!two.on_clock(event_time{1000}));
}

BOOST_AUTO_TEST_CASE(other_policies_do_not_follow_the_clock) {
  for (const auto policy : {all_idle_policy::flush_max(), all_idle_policy::hold()}) {
    combiner one = at({10}, policy);
    one.on_idle(0);
    BOOST_TEST(!one.follows_clock());
    BOOST_TEST(!one.on_clock(event_time{1000}));
    BOOST_TEST(combined(one) == 10);
  }
}

// Rule 10

BOOST_AUTO_TEST_CASE(an_ended_input_is_no_longer_awaited) {
  combiner two = at({1000, 10});
  BOOST_TEST(two.on_end(1));
  BOOST_TEST(combined(two) == 1000);
  BOOST_TEST(raise(two, 0, 1501));
  BOOST_TEST(combined(two) == 1501);
  BOOST_TEST(!two.ended());
}

BOOST_AUTO_TEST_CASE(when_all_have_ended_the_final_watermark_goes_out) {
  combiner two = at({1000, 10});
  two.on_end(1);
  BOOST_TEST(two.on_end(0));
  BOOST_TEST(two.ended());
  BOOST_TEST(combined(two) == final_mark);
}

BOOST_AUTO_TEST_CASE(an_idle_output_becomes_active_at_the_end) {
  combiner two = at({51, 60});
  two.on_idle(0);
  two.on_end(1);
  BOOST_TEST(two.idle());
  BOOST_TEST(two.on_end(0));
  BOOST_TEST(!two.idle());
  BOOST_TEST(combined(two) == final_mark);
}

BOOST_AUTO_TEST_CASE(anything_from_an_ended_input_is_an_error_that_names_it) {
  combiner nine(9);
  nine.on_end(7);
  const auto names_it = [](const failure& thrown) {
    return thrown.reason().code == error_code::event_after_end &&
           thrown.reason().message.find("split 7 ") != std::string::npos;
  };
  BOOST_CHECK_EXCEPTION(raise(nine, 7, 100), failure, names_it);
  BOOST_CHECK_EXCEPTION(nine.on_idle(7), failure, names_it);
  BOOST_CHECK_EXCEPTION(nine.on_active(7), failure, names_it);
  BOOST_CHECK_EXCEPTION(nine.on_end(7), failure, names_it);
}

BOOST_AUTO_TEST_CASE(an_input_that_does_not_exist_is_a_bug) {
  combiner two(2);
  BOOST_CHECK_EXCEPTION(raise(two, 2, 100), failure,
                        [](const failure& thrown) { return thrown.reason().code == error_code::internal; });
  BOOST_TEST(!two.counts(2));
}

BOOST_AUTO_TEST_CASE(without_inputs_all_have_ended_at_once) {
  const combiner empty(0);
  BOOST_TEST(empty.ended());
  BOOST_TEST(!empty.idle());
  BOOST_TEST(!empty.follows_clock());
  BOOST_TEST(combined(empty) == final_mark);
}

BOOST_AUTO_TEST_CASE(a_new_input_holds_the_combined_watermark_where_it_is_until_it_has_got_there) {
  combiner all(1);
  all.on_watermark(0, watermark{100});
  BOOST_TEST(!all.grow(2));
  BOOST_TEST(all.combined().milliseconds == 100);
  BOOST_TEST(!all.on_watermark(0, watermark{200}));
  BOOST_TEST(!all.on_watermark(1, watermark{50}));
  BOOST_TEST(all.combined().milliseconds == 100);
  BOOST_TEST(all.on_watermark(1, watermark{150}));
  BOOST_TEST(all.combined().milliseconds == 150);
  BOOST_TEST(all.on_watermark(1, watermark{250}));
  BOOST_TEST(all.combined().milliseconds == 200);
}

BOOST_AUTO_TEST_CASE(a_new_input_wakes_inputs_that_are_all_idle) {
  combiner all(1);
  all.on_idle(0);
  BOOST_TEST(all.idle());
  BOOST_TEST(all.grow(2));
  BOOST_TEST(!all.idle());
}

BOOST_AUTO_TEST_CASE(no_input_is_added_when_all_have_ended) {
  combiner all(1);
  all.on_end(0);
  BOOST_CHECK_THROW(all.grow(2), failure);
}

BOOST_AUTO_TEST_SUITE_END()
