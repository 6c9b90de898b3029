#include "value/json_text.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace millrace::command;

BOOST_AUTO_TEST_SUITE(json_texts)

BOOST_AUTO_TEST_CASE(integers_stay_as_they_are) {
  BOOST_TEST(json_text(json_value(std::int64_t{0})) == "0");
  BOOST_TEST(json_text(json_value(std::numeric_limits<std::int64_t>::min())) == "-9223372036854775808");
}

BOOST_AUTO_TEST_CASE(doubles_are_the_shortest_text_that_reads_back_and_never_look_like_integers) {
  BOOST_TEST(json_text(json_value(2.0)) == "2.0");
  BOOST_TEST(json_text(json_value(-0.0)) == "-0.0");
  BOOST_TEST(json_text(json_value(0.1)) == "0.1");
  BOOST_TEST(json_text(json_value(1e30)) == "1e+30");
  BOOST_TEST(json_text(json_value(5e-324)) == "5e-324");
  BOOST_TEST(json_text(json_value(1.0 / 3)) == "0.3333333333333333");
}

BOOST_AUTO_TEST_CASE(what_json_cannot_say_is_null) {
  BOOST_TEST(json_text(json_value(HUGE_VAL)) == "null");
  BOOST_TEST(json_text(json_value(-HUGE_VAL)) == "null");
  BOOST_TEST(json_text(json_value(std::nan(""))) == "null");
}

BOOST_AUTO_TEST_CASE(text_is_escaped_where_json_asks_for_it_and_nowhere_else) {
  BOOST_TEST(json_text(json_value("")) == "\"\"");
  BOOST_TEST(json_text(json_value("a\"b\\c/d")) == R"("a\"b\\c/d")");
  BOOST_TEST(json_text(json_value("\n\r\t\b\f\x01\x1f\x7f")) == "\"\\n\\r\\t\\b\\f\\u0001\\u001f\x7f\"");
  BOOST_TEST(json_text(json_value(std::string(1, '\0'))) == R"("\u0000")");
  BOOST_TEST(json_text(json_value("Z\xC3\xBCrich")) == "\"Z\xC3\xBCrich\"");
}

BOOST_AUTO_TEST_CASE(arrays_hold_scalars) {
  std::string text;
  append_json(text, column_value(std::vector<json_value>{json_value(std::int64_t{1}), json_value("x"), json_value()}));
  append_json(text, column_value(std::vector<json_value>{}));
  BOOST_TEST(text == R"([1,"x",null][])");
}

BOOST_AUTO_TEST_SUITE_END()
