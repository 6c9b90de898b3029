#include "record/row_condition.hpp"

#include <boost/test/unit_test.hpp>

using namespace millrace;
using namespace millrace::command;

namespace {

bool holds(json_value found, const char* op, json_value value) {
  return row_condition{.field = "f", .compare = parse_comparison(op).value(), .value = std::move(value)}.holds(found);
}

json_value integer(std::int64_t value) {
  return json_value(value);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(row_conditions)

BOOST_AUTO_TEST_CASE(each_comparison_means_what_it_says) {
  for (const std::int64_t found : {-1, 0, 1}) {
    BOOST_TEST(holds(integer(found), "==", integer(0)) == (found == 0));
    BOOST_TEST(holds(integer(found), "!=", integer(0)) == (found != 0));
    BOOST_TEST(holds(integer(found), "<", integer(0)) == (found < 0));
    BOOST_TEST(holds(integer(found), "<=", integer(0)) == (found <= 0));
    BOOST_TEST(holds(integer(found), ">", integer(0)) == (found > 0));
    BOOST_TEST(holds(integer(found), ">=", integer(0)) == (found >= 0));
  }
}

BOOST_AUTO_TEST_CASE(integers_and_doubles_compare_by_value) {
  BOOST_TEST(holds(integer(1), "==", json_value(1.0)));
  BOOST_TEST(holds(json_value(1.0), "==", integer(1)));
  BOOST_TEST(holds(json_value(-0.0), "==", json_value(0.0)));
  BOOST_TEST(!holds(integer(1), "<", json_value(1.0)));
  BOOST_TEST(!holds(json_value(1.0), ">", integer(1)));
  BOOST_TEST(holds(json_value(1.5), ">", integer(1)));
  BOOST_TEST(holds(integer(9007199254740993), ">", json_value(9007199254740992.0)));
}

BOOST_AUTO_TEST_CASE(a_missing_field_or_one_of_another_type_is_unequal_and_nothing_more) {
  for (const auto& found : {json_value(), json_value("0"), json_value(false)}) {
    BOOST_TEST(holds(found, "!=", integer(0)));
    for (const char* op : {"==", "<", "<=", ">", ">="}) BOOST_TEST(!holds(found, op, integer(0)));
  }
}

BOOST_AUTO_TEST_CASE(text_and_booleans_compare_with_their_like) {
  BOOST_TEST(holds(json_value("abc"), "<", json_value("abd")));
  BOOST_TEST(holds(json_value(true), "==", json_value(true)));
}

BOOST_AUTO_TEST_CASE(an_unknown_comparison_lists_the_known_ones) {
  BOOST_TEST(parse_comparison("=").error().message == "\"=\" is not a comparison; accepted: ==, !=, <, <=, >, >=");
}

BOOST_AUTO_TEST_SUITE_END()
