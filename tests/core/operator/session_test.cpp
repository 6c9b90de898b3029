// Rule 17 and the part of rule 24 that is about merging.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

auto sessions(output_mode mode, duration lateness) {
  return window_options{
      .stage = "s", .windows = gaps_of_ten(), .function = all(), .allowed_lateness = lateness, .mode = mode};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sessions_of_an_operator)

BOOST_AUTO_TEST_CASE(events_one_gap_apart_share_a_session_and_one_more_does_not) {
  script run(sessions(output_mode::append, 0ms));
  run.event(0, 1);
  run.event(10, 2);
  run.event(21, 3);
  BOOST_TEST(run.end() == "+I a [0, 20) (1 2) @19; +I a [21, 31) (3) @30");
}

BOOST_AUTO_TEST_CASE(an_event_may_bridge_many_and_elements_keep_their_order_of_arrival) {
  script run(sessions(output_mode::append, 0ms));
  run.event(30, 1);
  run.event(0, 2);
  run.event(15, 3);
  run.event(32, 4);
  BOOST_TEST(run.counts().open_panes == 3U);
  run.event(8, 5);
  BOOST_TEST(run.counts().open_panes == 2U);
  run.event(22, 6);
  BOOST_TEST(run.counts().open_panes == 1U);
  BOOST_TEST(run.end() == "+I a [0, 42) (1 2 3 4 5 6) @41");
  BOOST_TEST(run.counts().open_panes == 0U);
}

BOOST_AUTO_TEST_CASE(stored_elements_keep_their_order_of_arrival_through_merges) {
  auto arrivals =
      process_elements<number, std::vector<number>>([](const auto& /*context*/, auto elements, auto&& emit) {
        std::vector<number> values;
        for (const auto& element : elements) values.push_back(element.value);
        emit(values);
      });
  script run(window_options{.stage = "s", .windows = gaps_of_ten(), .function = arrivals});
  run.event(30, 1);
  run.event(0, 2);
  run.event(31, 3);
  run.event(1, 4);
  run.event(15, 5);
  run.event(8, 6);
  run.event(22, 7);
  BOOST_TEST(run.end() == "+I a [0, 41) (1 2 3 4 5 6 7) @40");
}

BOOST_AUTO_TEST_CASE(keys_have_sessions_of_their_own) {
  script run(sessions(output_mode::append, 0ms));
  run.event(0, 1, "a");
  run.event(5, 2, "b");
  BOOST_TEST(run.end() == "+I a [0, 10) (1) @9; +I b [5, 15) (2) @14");
}

BOOST_AUTO_TEST_CASE(a_session_that_grew_fires_once_at_its_last_end) {
  script run(sessions(output_mode::append, 0ms));
  for (const int time : {0, 5, 12, 19}) run.event(time, time);
  BOOST_TEST(run.advance(28) == "");
  BOOST_TEST(run.advance(29) == "+I a [0, 29) (0 5 12 19) @28");
}

BOOST_AUTO_TEST_CASE(a_session_that_grew_is_fired_in_its_turn_within_one_advance) {
  script run(sessions(output_mode::append, 3ms));
  run.event(0, 1, "grown");
  run.event(4, 2, "other");
  run.event(9, 3, "grown");
  BOOST_TEST(run.advance(100) == "+I other [4, 14) (2) @13; +I grown [0, 19) (1 3) @18");
}

BOOST_AUTO_TEST_CASE(merging_comes_before_the_lateness_test) {
  script run(sessions(output_mode::append, 0ms));
  run.event(15, 1);
  run.advance(20);
  // By itself [6, 16) would be missed; the session [6, 25) is not.
  BOOST_TEST(run.event(6, 2) == "");
  BOOST_TEST(run.late() == "");
  BOOST_TEST(run.end() == "+I a [6, 25) (1 2) @24");
}

BOOST_AUTO_TEST_CASE(an_event_that_touches_only_a_freed_session_is_judged_by_its_own_window) {
  script run(sessions(output_mode::append, 0ms));
  run.event(0, 1);
  BOOST_TEST(run.advance(12) == "+I a [0, 10) (1) @9");
  run.event(2, 7);
  BOOST_TEST(run.late() == "a 7 @2 missed [2, 12) by 12");
  BOOST_TEST(run.event(5, 2) == "");
  BOOST_TEST(run.late() == "");
  BOOST_TEST(run.end() == "+I a [5, 15) (2) @14");
}

BOOST_AUTO_TEST_CASE(a_fired_session_that_grows_past_the_watermark_waits_for_its_new_end) {
  script run(sessions(output_mode::append, 100ms));
  run.event(0, 1);
  BOOST_TEST(run.advance(12) == "+I a [0, 10) (1) @9");
  BOOST_TEST(run.event(9, 2) == "");
  BOOST_TEST(run.advance(19) == "+I a [0, 19) (1 2) @18");
  BOOST_TEST(run.advance(118) == "");
  BOOST_TEST(run.counts().open_panes == 1U);
  BOOST_TEST(run.advance(119) == "");
  BOOST_TEST(run.counts().open_panes == 0U);
}

BOOST_AUTO_TEST_CASE(a_fired_session_whose_new_end_is_where_it_would_have_been_freed_still_fires) {
  script run(sessions(output_mode::append, 10ms));
  run.event(0, 1);
  BOOST_TEST(run.advance(12) == "+I a [0, 10) (1) @9");
  BOOST_TEST(run.event(10, 2) == "");
  BOOST_TEST(run.advance(20) == "+I a [0, 20) (1 2) @19");
  BOOST_TEST(run.advance(29) == "");
  BOOST_TEST(run.counts().open_panes == 1U);
  run.advance(30);
  BOOST_TEST(run.counts().open_panes == 0U);
}

BOOST_DATA_TEST_CASE(joining_two_reported_sessions_takes_both_back_before_the_joined_one_is_inserted,
                     boost::unit_test::data::make({output_mode::upsert, output_mode::retract}), mode) {
  script run(sessions(mode, 100ms));
  run.event(0, 1);
  run.event(15, 2);
  BOOST_TEST(run.advance(30) == "+I a [0, 10) (1) @9; +I a [15, 25) (2) @24");
  BOOST_TEST(run.event(8, 3) == "-D a [0, 10) (1) @9; -D a [15, 25) (2) @24; +I a [0, 25) (1 2 3) @24");
}

BOOST_AUTO_TEST_CASE(what_a_session_emitted_is_taken_back_at_the_merge_also_when_the_joined_one_waits) {
  script run(sessions(output_mode::retract, 100ms));
  run.event(0, 1);
  run.event(15, 2);
  BOOST_TEST(run.advance(12) == "+I a [0, 10) (1) @9");
  BOOST_TEST(run.event(8, 3) == "-D a [0, 10) (1) @9");
  BOOST_TEST(run.advance(25) == "+I a [0, 25) (1 2 3) @24");
}

BOOST_AUTO_TEST_CASE(append_says_nothing_of_a_merge) {
  script run(sessions(output_mode::append, 100ms));
  run.event(0, 1);
  run.event(15, 2);
  run.advance(30);
  BOOST_TEST(run.event(8, 3) == "+I a [0, 25) (1 2 3) @24");
}

BOOST_AUTO_TEST_CASE(final_only_makes_one_row_of_the_joined_session) {
  script run(sessions(output_mode::final_only, 20ms));
  run.event(0, 1);
  run.event(15, 2);
  BOOST_TEST(run.advance(28) == "");
  BOOST_TEST(run.event(8, 3) == "");
  BOOST_TEST(run.advance(44) == "");
  BOOST_TEST(run.advance(45) == "+I a [0, 25) (1 2 3) @24");
}

BOOST_AUTO_TEST_CASE(final_only_sessions_freed_at_the_end_come_in_order_of_their_times) {
  script run(sessions(output_mode::final_only, forever));
  run.event(0, 1, "grown");
  run.event(4, 2, "other");
  run.event(9, 3, "grown");
  BOOST_TEST(run.advance(500) == "");
  BOOST_TEST(run.end() == "+I other [4, 14) (2) @13; +I grown [0, 19) (1 3) @18");
}

BOOST_AUTO_TEST_CASE(a_session_that_keeps_its_bounds_is_updated) {
  script run(sessions(output_mode::retract, 100ms));
  run.event(0, 1);
  run.event(8, 2);
  BOOST_TEST(run.advance(18) == "+I a [0, 18) (1 2) @17");
  BOOST_TEST(run.event(3, 3) == "-U a [0, 18) (1 2) @17; +U a [0, 18) (1 2 3) @17");
}

BOOST_AUTO_TEST_CASE(a_session_at_the_end_of_time_fires_at_the_end) {
  script run(sessions(output_mode::append, 1h));
  run.event(event_time::max().milliseconds, 1);
  BOOST_TEST(run.end() == "+I a [9223372036854775806, 9223372036854775807) (1) @9223372036854775806");
  BOOST_TEST(run.counts().open_panes == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
