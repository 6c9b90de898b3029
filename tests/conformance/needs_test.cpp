#include "examples/conformance/needs.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "examples/conformance/case_file.hpp"

using namespace conformance;

BOOST_AUTO_TEST_CASE(event_time_windows_with_the_default_trigger_need_nothing) {
  pipeline_choice chosen;
  chosen.window.type = window_type::session;
  BOOST_TEST(missing_for(chosen) == "");
  chosen.trigger = "event_time";
  BOOST_TEST(missing_for(chosen) == "");
}

BOOST_AUTO_TEST_CASE(all_that_is_missing_is_named) {
  pipeline_choice chosen;
  chosen.window.type = window_type::global;
  chosen.trigger = "purging count";
  chosen.evictor = "time";
  chosen.processing_time = true;
  BOOST_TEST(missing_for(chosen) == "window global, time processing, trigger purging count, evictor time");
}

BOOST_AUTO_TEST_CASE(the_windows_that_are_not_built_are_named) {
  const auto named = [](window_type type) {
    pipeline_choice chosen;
    chosen.window.type = type;
    return missing_for(chosen);
  };
  BOOST_TEST(named(window_type::session_gap_field) == "window session with gap_field");
  BOOST_TEST(named(window_type::count) == "window count");
  BOOST_TEST(named(window_type::sliding_count) == "window sliding_count");
  BOOST_TEST(named(window_type::tumbling) == "");
}

BOOST_AUTO_TEST_CASE(of_the_160_cases_98_can_be_run) {
  const auto cases = read_cases("tests/conformance/cases.jsonl");
  BOOST_TEST(cases.size() == 160U);
  BOOST_TEST(std::count_if(cases.begin(), cases.end(),
                           [](const auto& one) { return missing_for(one.pipeline).empty(); }) == 98);
}
