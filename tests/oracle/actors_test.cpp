// Random scripts on the whole graph of actors.
#include <boost/test/unit_test.hpp>
#include <string>

#include "actors_engine.hpp"
#include "campaign.hpp"
#include "two_windows.hpp"

namespace millrace::oracle {

BOOST_AUTO_TEST_SUITE(random_scripts_on_actors)

BOOST_AUTO_TEST_CASE(five_hundred_scripts_differ_in_nothing) {
  const tally counted = run_campaign(actors_engine(), 1, 500, [](const std::string& report) { BOOST_ERROR(report); });
  BOOST_TEST_MESSAGE(text_of(counted));
  BOOST_TEST(counted.scripts == 500U);
  BOOST_TEST(counted.differences == 0U);
}

BOOST_AUTO_TEST_CASE(five_hundred_scripts_behind_a_stage_that_passes_events_on_differ_in_nothing) {
  const tally counted =
      run_campaign(two_stage_engine(), 1, 500, [](const std::string& report) { BOOST_ERROR(report); });
  BOOST_TEST(counted.scripts == 500U);
  BOOST_TEST(counted.differences == 0U);
}

BOOST_AUTO_TEST_CASE(five_hundred_scripts_through_a_window_behind_a_window_differ_in_nothing) {
  const tally counted =
      run_campaign(two_windows_engine(), 1, 500, [](const std::string& report) { BOOST_ERROR(report); });
  BOOST_TEST(counted.scripts == 500U);
  BOOST_TEST(counted.differences == 0U);
}

BOOST_AUTO_TEST_CASE(an_error_in_what_a_first_window_hands_on_is_found) {
  engine wrong = two_windows_engine();
  wrong.expect = [](random_case tried, std::uint64_t seed) {
    two_jobs both = two_jobs_of(tried.asked, seed);
    both.first.function = function_kind::count;
    return expectation_of(both, tried.steps);
  };
  BOOST_TEST(run_campaign(wrong, 1, 50, [](const std::string&) {}).differences > 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace millrace::oracle
