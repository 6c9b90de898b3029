// Rule 24: what a firing sends, in each mode.
#include <boost/test/unit_test.hpp>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

auto tens_with(output_mode mode) {
  return window_options{.stage = "s", .windows = tens(), .function = total(), .allowed_lateness = 100ms, .mode = mode};
}

/// A function that emits each number of the pane that is not 0.
auto each_but_zero() {
  return process_elements<number, number>([](const auto& /*context*/, auto elements, auto&& emit) {
    for (const auto& element : elements) {
      if (element.value != 0) emit(element.value);
    }
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(output_modes_of_an_operator)

BOOST_AUTO_TEST_CASE(append_makes_every_firing_a_row) {
  script run(tens_with(output_mode::append));
  run.event(1, 100);
  BOOST_TEST(run.advance(10) == "+I a [0, 10) 100 @9");
  BOOST_TEST(run.event(2, 0) == "+I a [0, 10) 100 @9");
  BOOST_TEST(run.event(3, 5) == "+I a [0, 10) 105 @9");
}

BOOST_AUTO_TEST_CASE(scenario_7_retract_takes_back_100_and_inserts_105_and_is_silent_when_nothing_changes) {
  script run(tens_with(output_mode::retract));
  run.event(1, 100);
  BOOST_TEST(run.advance(10) == "+I a [0, 10) 100 @9");
  BOOST_TEST(run.event(2, 5) == "-U a [0, 10) 100 @9; +U a [0, 10) 105 @9");
  BOOST_TEST(run.event(3, 0) == "");
  BOOST_TEST(run.event(3, 1) == "-U a [0, 10) 105 @9; +U a [0, 10) 106 @9");
  BOOST_TEST(run.end() == "");
}

BOOST_AUTO_TEST_CASE(upsert_sends_the_new_value_alone) {
  script run(tens_with(output_mode::upsert));
  run.event(1, 100);
  BOOST_TEST(run.advance(10) == "+I a [0, 10) 100 @9");
  BOOST_TEST(run.event(2, 5) == "+U a [0, 10) 105 @9");
  BOOST_TEST(run.event(3, 0) == "");
}

BOOST_AUTO_TEST_CASE(what_was_emitted_is_forgotten_with_the_pane) {
  script run(window_options{.stage = "s",
                            .windows = tens_every_five(),
                            .function = total(),
                            .allowed_lateness = 5ms,
                            .mode = output_mode::retract});
  run.event(7, 1);
  BOOST_TEST(run.advance(14) == "+I a [0, 10) 1 @9");
  BOOST_TEST(run.advance(15) == "+I a [5, 15) 1 @14");
  BOOST_TEST(run.event(8, 1) == "-U a [5, 15) 1 @14; +U a [5, 15) 2 @14");
}

BOOST_AUTO_TEST_CASE(final_only_makes_one_row_of_a_pane_when_it_is_freed) {
  script run(tens_with(output_mode::final_only));
  run.event(1, 100);
  BOOST_TEST(run.advance(10) == "");
  BOOST_TEST(run.event(2, 5) == "");
  BOOST_TEST(run.advance(109) == "");
  BOOST_TEST(run.advance(110) == "+I a [0, 10) 105 @9");
  BOOST_TEST(run.counts().open_panes == 0U);
}

BOOST_AUTO_TEST_CASE(final_only_rows_come_in_order_of_their_times_also_when_all_are_freed_at_the_end) {
  auto options = tens_with(output_mode::final_only);
  options.allowed_lateness = forever;
  script run(std::move(options));
  run.event(25, 1);
  run.event(5, 2, "b");
  run.event(15, 3);
  BOOST_TEST(run.advance(1000) == "");
  BOOST_TEST(run.end() == "+I b [0, 10) 2 @9; +I a [10, 20) 3 @19; +I a [20, 30) 1 @29");
}

BOOST_AUTO_TEST_CASE(final_only_forwards_the_watermark_less_the_lateness) {
  script run(tens_with(output_mode::final_only));
  BOOST_TEST(run.driven().forwarded(watermark{250}).milliseconds == 150);
  BOOST_TEST((run.driven().forwarded(watermark::none()) == watermark::none()));
  BOOST_TEST((run.driven().forwarded(watermark::final()) == watermark::final()));
  const auto near_the_start = watermark{watermark::none().milliseconds + 5};
  BOOST_TEST((run.driven().forwarded(near_the_start) == watermark::none()));
  auto for_ever = tens_with(output_mode::final_only);
  for_ever.allowed_lateness = forever;
  BOOST_TEST((script(std::move(for_ever)).driven().forwarded(watermark{250}) == watermark::none()));
  BOOST_TEST(script(tens_with(output_mode::append)).driven().forwarded(watermark{250}).milliseconds == 250);
}

BOOST_AUTO_TEST_CASE(a_function_may_emit_several_values_which_are_compared_by_position) {
  script run(window_options{.stage = "s",
                            .windows = tens(),
                            .function = each_but_zero(),
                            .allowed_lateness = 100ms,
                            .mode = output_mode::retract});
  run.event(1, 3);
  BOOST_TEST(run.advance(10) == "+I a [0, 10) 3 @9");
  BOOST_TEST(run.event(2, 4) == "+I a [0, 10) 4 @9");
  BOOST_TEST(run.event(2, 0) == "");
}

BOOST_AUTO_TEST_CASE(values_that_a_firing_no_longer_makes_are_removed) {
  auto only_single = process_elements<number, number>([](const auto& /*context*/, auto elements, auto&& emit) {
    if (elements.size() == 1) emit(elements[0].value);
  });
  script run(window_options{
      .stage = "s", .windows = tens(), .function = only_single, .allowed_lateness = 9ms, .mode = output_mode::upsert});
  run.event(1, 3);
  BOOST_TEST(run.advance(10) == "+I a [0, 10) 3 @9");
  BOOST_TEST(run.event(2, 4) == "-D a [0, 10) 3 @9");
  BOOST_TEST(run.event(2, 4) == "");
}

BOOST_AUTO_TEST_CASE(upsert_refuses_two_rows_of_one_firing) {
  script run(window_options{.stage = "s", .windows = tens(), .function = each_but_zero(), .mode = output_mode::upsert});
  run.event(1, 3);
  run.event(2, 4);
  BOOST_CHECK_EXCEPTION(run.advance(10), failure, [](const failure& thrown) {
    return thrown.reason().code == error_code::upsert_needs_one_row &&
           thrown.reason().message ==
               "output mode upsert takes one row of a firing at most, the function emitted 2: stage 's', key \"a\", "
               "window [0, 10)";
  });
}

BOOST_AUTO_TEST_SUITE_END()
