#include "aggregate/column_function.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

using namespace millrace;
using namespace millrace::command;
namespace bdata = boost::unit_test::data;

BOOST_AUTO_TEST_SUITE(column_functions)

BOOST_AUTO_TEST_CASE(functions_are_read_with_their_field) {
  BOOST_TEST((parse_column_function("count").value() == column_function{}));
  BOOST_TEST(
      (parse_column_function("mean:delay").value() == column_function{.kind = column_kind::mean, .field = "delay"}));
  BOOST_TEST((parse_column_function("top:3:a:b").value() ==
              column_function{.kind = column_kind::top, .field = "a:b", .n = 3}));
  BOOST_TEST(
      (parse_column_function("count:delay").value() == column_function{.kind = column_kind::count, .field = "delay"}));
}

BOOST_DATA_TEST_CASE(what_is_no_function_is_refused,
                     bdata::make({"", "count:", "sum", "sum:", "median:delay", "top:delay", "top:3:", "Sum:delay"}),
                     text) {
  const auto refused = parse_column_function(text);
  BOOST_REQUIRE(!refused);
  BOOST_TEST((refused.error().code == error_code::option_unknown));
  BOOST_TEST(refused.error().message.find("accepted: count, sum:field") != std::string::npos);
}

BOOST_DATA_TEST_CASE(the_n_of_top_has_a_range, bdata::make({"top:0:x", "top:-1:x", "top:x:x", "top:1000001:x"}), text) {
  BOOST_TEST((parse_column_function(text).error().code == error_code::option_out_of_range));
}

BOOST_AUTO_TEST_SUITE_END()
