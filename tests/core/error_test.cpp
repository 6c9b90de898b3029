#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <millrace/core/error.hpp>
#include <ostream>
#include <string>
#include <string_view>

using namespace millrace;

namespace {

struct written {
  error_code code;
  int number;
  std::string_view name;
};

std::ostream& operator<<(std::ostream& out, const written& of) {
  return out << of.name;
}

// Numbers are stable: programs compare them.
const written table[] = {
    {error_code::option_missing, 100, "option_missing"},
    {error_code::option_out_of_range, 101, "option_out_of_range"},
    {error_code::option_unknown, 102, "option_unknown"},
    {error_code::option_conflict, 103, "option_conflict"},
    {error_code::plan_incomplete, 200, "plan_incomplete"},
    {error_code::plan_duplicate_name, 201, "plan_duplicate_name"},
    {error_code::not_supported_yet, 202, "not_supported_yet"},
    {error_code::no_timestamp, 300, "no_timestamp"},
    {error_code::sum_overflow, 301, "sum_overflow"},
    {error_code::user_function_threw, 302, "user_function_threw"},
    {error_code::event_after_end, 303, "event_after_end"},
    {error_code::upsert_needs_one_row, 304, "upsert_needs_one_row"},
    {error_code::stop_timed_out, 305, "stop_timed_out"},
    {error_code::wait_refused, 306, "wait_refused"},
    {error_code::stopped_by_failure, 307, "stopped_by_failure"},
    {error_code::out_of_memory, 308, "out_of_memory"},
    {error_code::source_missing, 400, "source_missing"},
    {error_code::source_unreadable, 401, "source_unreadable"},
    {error_code::record_malformed, 402, "record_malformed"},
    {error_code::record_too_long, 403, "record_too_long"},
    {error_code::sink_exists, 410, "sink_exists"},
    {error_code::sink_unwritable, 411, "sink_unwritable"},
    {error_code::sink_closed, 412, "sink_closed"},
    {error_code::sink_is_also_input, 413, "sink_is_also_input"},
    {error_code::internal, 900, "internal"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(errors)

BOOST_DATA_TEST_CASE(a_code_has_its_written_name_and_number, boost::unit_test::data::make(table), row) {
  BOOST_TEST(name_of(row.code) == row.name);
  BOOST_TEST(static_cast<int>(row.code) == row.number);
}

BOOST_AUTO_TEST_CASE(a_number_that_is_no_code_is_called_unknown) {
  BOOST_TEST(name_of(static_cast<error_code>(99)) == "unknown");
}

BOOST_AUTO_TEST_CASE(the_value_of_a_failed_result_throws_its_failure) {
  const result<int> refused = error{error_code::option_missing, "size is missing"};
  BOOST_CHECK_EXCEPTION(static_cast<void>(refused.value()), failure, [](const failure& thrown) {
    return thrown.reason().code == error_code::option_missing && thrown.what() == std::string("size is missing");
  });
}

BOOST_AUTO_TEST_CASE(the_error_of_a_result_that_holds_a_value_is_a_bug_not_the_end) {
  const result<int> fine = 5;
  BOOST_CHECK_EXCEPTION(static_cast<void>(fine.error()), failure,
                        [](const failure& thrown) { return thrown.reason().code == error_code::internal; });
}

BOOST_AUTO_TEST_SUITE_END()
