// The oracle itself, on scripts small enough to work out by hand.
#include "oracle.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>
#include <vector>

#include "aligned_windows.hpp"
#include "combined_watermark.hpp"

namespace millrace::oracle {

namespace {

constexpr std::int64_t line_start = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t line_end = std::numeric_limits<std::int64_t>::max();

step event(std::int64_t time, std::int64_t value = 1) {
  return {.kind = step_kind::event, .key = 1, .time = event_time{time}, .value = value};
}
step mark(std::int64_t time, std::uint32_t split = 0) {
  return {.kind = step_kind::watermark, .split = split, .mark = watermark{time}};
}
step signal(step_kind kind, std::uint32_t split = 0) {
  return {.kind = kind, .split = split};
}

time_window window(std::int64_t start, std::int64_t end) {
  return {event_time{start}, event_time{end}};
}

/// The rows of each step as "+I [0,10) 3".
std::vector<std::string> rows_of(const job& asked, const script& steps) {
  std::vector<std::string> all;
  for (const step_outcome& made : expectation_of(asked, steps).expected.steps) {
    std::string text;
    for (const result_row& each : made.rows) {
      if (!text.empty()) text += "; ";
      text += std::string(name_of(each.kind)) + " [" + std::to_string(each.window.start.milliseconds) + "," +
              std::to_string(each.window.end.milliseconds) + ")";
      for (const std::int64_t value : each.value) text += " " + std::to_string(value);
    }
    all.push_back(text);
  }
  return all;
}

using texts = std::vector<std::string>;
const auto per_element = boost::test_tools::per_element();

}  // namespace

BOOST_AUTO_TEST_SUITE(naive_oracle)

BOOST_AUTO_TEST_CASE(minus_one_lies_in_the_window_before_zero) {
  const job tens{.size = duration{10}};
  BOOST_CHECK(windows_over(tens, event_time{-1}) == std::vector{window(-10, 0)});
  BOOST_CHECK(windows_over(tens, event_time{0}) == std::vector{window(0, 10)});
  const job moved{.size = duration{10}, .offset = duration{-3}};
  BOOST_CHECK(windows_over(moved, event_time{-4}) == std::vector{window(-13, -3)});
}

BOOST_AUTO_TEST_CASE(sliding_windows_start_in_the_size_up_to_the_time) {
  const job asked{.window = window_kind::sliding, .size = duration{10}, .slide = duration{4}};
  BOOST_CHECK(windows_over(asked, event_time{9}) == (std::vector{window(0, 10), window(4, 14), window(8, 18)}));
  BOOST_CHECK(windows_over(asked, event_time{10}) == (std::vector{window(4, 14), window(8, 18)}));
  const job gaps{.window = window_kind::sliding, .size = duration{2}, .slide = duration{5}};
  BOOST_TEST(windows_over(gaps, event_time{3}).empty());
}

BOOST_AUTO_TEST_CASE(windows_are_cut_at_the_ends_of_the_time_line) {
  const job tens{.size = duration{10}};
  BOOST_CHECK(windows_over(tens, event_time{line_start + 1}) == std::vector{window(line_start, line_start + 8)});
  BOOST_CHECK(windows_over(tens, event_time{line_end - 1}) == std::vector{window(line_end - 7, line_end)});
}

BOOST_AUTO_TEST_CASE(the_combined_watermark_is_the_least_of_the_counted_splits) {
  combined_watermark inputs(2, idle_policy::flush_max);
  inputs.apply(mark(50, 0));
  BOOST_TEST(inputs.combined().milliseconds == line_start);
  inputs.apply(mark(20, 1));
  BOOST_TEST(inputs.combined().milliseconds == 20);
  inputs.apply(signal(step_kind::idle, 1));
  BOOST_TEST(inputs.combined().milliseconds == 50);
  inputs.apply(mark(90, 1));
  inputs.apply(signal(step_kind::active, 1));
  inputs.apply(mark(60, 0));
  BOOST_TEST(inputs.combined().milliseconds == 60);
  BOOST_TEST(!inputs.idle());
}

BOOST_AUTO_TEST_CASE(when_all_are_idle_the_watermark_rises_to_the_greatest_or_holds) {
  for (const idle_policy policy : {idle_policy::flush_max, idle_policy::hold}) {
    combined_watermark inputs(2, policy);
    inputs.apply(mark(50, 0));
    inputs.apply(mark(20, 1));
    inputs.apply(signal(step_kind::idle, 0));
    BOOST_TEST(!inputs.idle());
    inputs.apply(signal(step_kind::idle, 1));
    BOOST_TEST(inputs.idle());
    BOOST_TEST(inputs.combined().milliseconds == (policy == idle_policy::hold ? 20 : 50));
    inputs.apply(signal(step_kind::end, 0));
    BOOST_TEST(inputs.idle());
    inputs.apply(signal(step_kind::end, 1));
    BOOST_TEST(!inputs.idle());
    BOOST_TEST(inputs.combined().milliseconds == line_end);
  }
}

BOOST_AUTO_TEST_CASE(a_late_element_that_is_kept_fires_at_once_in_the_way_of_the_mode) {
  const script steps{event(1), mark(10), event(2), mark(13), event(3)};
  job asked{.size = duration{10}, .allowed_lateness = duration{3}, .mode = emit_mode::retract};
  BOOST_TEST(rows_of(asked, steps) == (texts{"", "+I [0,10) 1", "-U [0,10) 1; +U [0,10) 2", "", ""}), per_element);
  asked.mode = emit_mode::upsert;
  BOOST_TEST(rows_of(asked, steps) == (texts{"", "+I [0,10) 1", "+U [0,10) 2", "", ""}), per_element);
  asked.mode = emit_mode::append;
  BOOST_TEST(rows_of(asked, steps) == (texts{"", "+I [0,10) 1", "+I [0,10) 2", "", ""}), per_element);
  asked.mode = emit_mode::final_only;
  BOOST_TEST(rows_of(asked, steps) == (texts{"", "", "", "+I [0,10) 2", ""}), per_element);
}

BOOST_AUTO_TEST_CASE(an_unchanged_refiring_emits_nothing_in_retract) {
  const job asked{.size = duration{10},
                  .allowed_lateness = duration{3},
                  .mode = emit_mode::retract,
                  .function = function_kind::max};
  BOOST_TEST(rows_of(asked, {event(1, 5), mark(10), event(2, 4)}) == (texts{"", "+I [0,10) 5", ""}), per_element);
}

BOOST_AUTO_TEST_CASE(lateness_is_judged_window_by_window) {
  const job asked{.window = window_kind::sliding, .size = duration{10}, .slide = duration{5}};
  const auto [expected, facts] = expectation_of(asked, {mark(10), event(7), event(3)});
  BOOST_TEST(expected.partly_late == 1U);
  BOOST_TEST(expected.dropped_late == 1U);
  BOOST_TEST(facts.late);
  BOOST_TEST(facts.partly_late);
  BOOST_REQUIRE(expected.steps[1].late.size() == 1U);
  BOOST_CHECK(expected.steps[1].late[0].missed == std::vector{window(0, 10)});
  BOOST_CHECK(expected.steps[2].late[0].missed == (std::vector{window(-5, 5), window(0, 10)}));
  BOOST_TEST(expected.steps[2].late[0].judged_by.milliseconds == 10);
  BOOST_TEST(expected.steps[2].open_panes == 1U);
}

BOOST_AUTO_TEST_CASE(sessions_touch_merge_and_take_back_what_they_emitted) {
  const job asked{.window = window_kind::session,
                  .size = duration{5},
                  .allowed_lateness = duration{100},
                  .mode = emit_mode::upsert,
                  .function = function_kind::collect};
  BOOST_TEST(rows_of(asked, {event(0, 1), event(10, 2), mark(20), event(5, 3)}) ==
                 (texts{"", "", "+I [0,5) 1; +I [10,15) 2", "-D [0,5) 1; -D [10,15) 2; +I [0,15) 1 2 3"}),
             per_element);
}

BOOST_AUTO_TEST_CASE(a_session_that_keeps_its_bounds_is_updated) {
  const job asked{.window = window_kind::session,
                  .size = duration{5},
                  .allowed_lateness = duration{100},
                  .mode = emit_mode::retract};
  BOOST_TEST(rows_of(asked, {event(0), event(4), mark(20), event(2)}) ==
                 (texts{"", "", "+I [0,9) 2", "-U [0,9) 2; +U [0,9) 3"}),
             per_element);
}

BOOST_AUTO_TEST_CASE(the_merged_session_is_judged_and_a_freed_one_is_no_longer_there) {
  const job asked{.window = window_kind::session, .size = duration{5}, .function = function_kind::elements};
  const auto [expected, facts] = expectation_of(asked, {event(0), mark(5), event(3), event(0), mark(8)});
  BOOST_CHECK(expected.steps[1].rows.at(0).value == (std::vector<std::int64_t>{0, 5, 1}));
  BOOST_TEST(expected.steps[2].late.empty());
  BOOST_TEST(expected.steps[3].late.empty());
  BOOST_CHECK(expected.steps[4].rows.at(0).value == (std::vector<std::int64_t>{0, 8, 1, 1}));
  BOOST_TEST(expected.dropped_late == 0U);
  BOOST_TEST(!facts.merged);
}

BOOST_AUTO_TEST_CASE(first_and_last_go_by_arrival) {
  job asked{.size = duration{10}, .function = function_kind::first};
  const script steps{event(7, 1), event(3, 2), mark(10)};
  BOOST_TEST(rows_of(asked, steps).back() == "+I [0,10) 1");
  asked.function = function_kind::last;
  BOOST_TEST(rows_of(asked, steps).back() == "+I [0,10) 2");
}

BOOST_AUTO_TEST_CASE(forever_keeps_a_pane_until_the_end_also_before_1970) {
  const job asked{.size = duration{10}, .allowed_lateness = forever};
  const auto [expected, facts] =
      expectation_of(asked, {event(-95), mark(line_end - 1), event(-95), signal(step_kind::end)});
  BOOST_TEST(expected.steps[1].open_panes == 1U);
  BOOST_TEST(expected.steps[2].rows.size() == 1U);
  BOOST_TEST(expected.steps[3].open_panes == 0U);
  BOOST_TEST(expected.dropped_late == 0U);
}

BOOST_AUTO_TEST_CASE(a_stage_that_emits_when_panes_are_freed_holds_its_watermark_back) {
  const job asked{.size = duration{10}, .allowed_lateness = duration{3}, .mode = emit_mode::final_only};
  const outcome expected = expectation_of(asked, {mark(20), signal(step_kind::end)}).expected;
  BOOST_TEST(expected.steps[0].forwarded->milliseconds == 17);
  BOOST_TEST(expected.steps[1].forwarded->milliseconds == line_end);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace millrace::oracle
