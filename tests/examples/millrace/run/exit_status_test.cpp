#include "run/exit_status.hpp"

#include <boost/test/unit_test.hpp>

using namespace millrace;
using namespace millrace::command;

BOOST_AUTO_TEST_SUITE(exit_statuses)

BOOST_AUTO_TEST_CASE(missing_input_is_bad_usage_at_start_and_bad_input_later) {
  for (const auto code : {error_code::source_missing, error_code::source_unreadable}) {
    BOOST_TEST(exit_status_of(code, run_phase::starting) == 2);
    BOOST_TEST(exit_status_of(code, run_phase::running) == 3);
  }
}

BOOST_AUTO_TEST_CASE(an_output_that_cannot_be_opened_is_bad_usage_and_one_that_fills_up_a_failure) {
  BOOST_TEST(exit_status_of(error_code::sink_unwritable, run_phase::starting) == 2);
  BOOST_TEST(exit_status_of(error_code::sink_unwritable, run_phase::running) == 5);
  BOOST_TEST(exit_status_of(error_code::sink_exists, run_phase::starting) == 2);
}

BOOST_AUTO_TEST_CASE(bad_records_are_bad_input_and_overflow_is_a_failure) {
  BOOST_TEST(exit_status_of(error_code::record_malformed, run_phase::running) == 3);
  BOOST_TEST(exit_status_of(error_code::no_timestamp, run_phase::running) == 3);
  BOOST_TEST(exit_status_of(error_code::record_too_long, run_phase::running) == 3);
  BOOST_TEST(exit_status_of(error_code::sum_overflow, run_phase::running) == 5);
  BOOST_TEST(exit_status_of(error_code::internal, run_phase::running) == 5);
}

BOOST_AUTO_TEST_CASE(a_state_directory_that_is_refused_has_a_status_of_its_own) {
  for (const auto code : {error_code::state_malformed, error_code::state_refused, error_code::state_in_use,
                          error_code::state_unwritable}) {
    BOOST_TEST(exit_status_of(code, run_phase::starting) == 4);
  }
  BOOST_TEST(exit_status_of(error_code::state_unwritable, run_phase::running) == 5);
}

BOOST_AUTO_TEST_CASE(a_reader_that_went_away_is_no_failure) {
  BOOST_TEST(exit_status_of(error_code::sink_closed, run_phase::running) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
