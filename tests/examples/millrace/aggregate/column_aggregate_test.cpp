#include "aggregate/column_aggregate.hpp"

#include <boost/test/unit_test.hpp>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "value/json_text.hpp"

using namespace millrace;
using namespace millrace::command;

namespace {

constexpr auto greatest = std::numeric_limits<std::int64_t>::max();

json_value integer(std::int64_t value) {
  return json_value(value);
}

column_aggregate one_column(const char* function) {
  return column_aggregate({{.name = "x", .function = parse_column_function(function).value()}});
}

std::string text_of(const std::vector<column_value>& values) {
  std::string text;
  for (const auto& value : values) append_json(text, value);
  return text;
}

// The result over `values` in order of arrival; cut in two at every place and merged, in either direction, it is the
// same.
std::string folded(const char* function, const std::vector<json_value>& values) {
  const auto aggregate = one_column(function);
  std::string whole;
  for (std::size_t cut = 0; cut <= values.size(); ++cut) {
    auto left = aggregate.create();
    auto right = aggregate.create();
    for (std::size_t at = 0; at < values.size(); ++at) {
      record_values one;
      one.fields.push_back(values[at]);
      aggregate.add(at < cut ? left : right, one, {.time = event_time{0}, .arrival = at + 1});
    }
    auto backwards = right;
    aggregate.merge(backwards, left);
    aggregate.merge(left, right);
    if (cut == 0) whole = text_of(aggregate.result(left));
    BOOST_TEST(text_of(aggregate.result(left)) == whole);
    BOOST_TEST(text_of(aggregate.result(backwards)) == whole);
  }
  return whole;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(column_aggregates)

BOOST_AUTO_TEST_CASE(nulls_are_left_out_but_for_a_count_of_rows) {
  const std::vector<json_value> values{json_value(), integer(4), json_value()};
  BOOST_TEST(folded("count", values) == "3");
  BOOST_TEST(folded("count:v", values) == "1");
  BOOST_TEST(folded("sum:v", values) == "4");
  BOOST_TEST(folded("mean:v", values) == "4.0");
  BOOST_TEST(folded("first:v", values) == "4");
  BOOST_TEST(folded("collect:v", values) == "[4]");
}

BOOST_AUTO_TEST_CASE(over_no_input_everything_is_null_but_counts_and_lists) {
  const std::vector<json_value> none{json_value()};
  for (const char* function : {"sum:v", "min:v", "max:v", "mean:v", "first:v", "last:v"}) {
    BOOST_TEST(folded(function, none) == "null");
  }
  BOOST_TEST(folded("count:v", none) == "0");
  BOOST_TEST(folded("count_distinct:v", none) == "0");
  BOOST_TEST(folded("top:2:v", none) == "[]");
}

BOOST_AUTO_TEST_CASE(sums_of_integers_are_integers_and_one_double_makes_a_double) {
  BOOST_TEST(folded("sum:v", {integer(1), integer(2)}) == "3");
  BOOST_TEST(folded("sum:v", {integer(1), json_value(2.0)}) == "3.0");
  BOOST_TEST(folded("sum:v", {json_value(1e100), integer(1), json_value(-1e100)}) == "1.0");
  BOOST_TEST(folded("mean:v", {integer(1), integer(2)}) == "1.5");
}

BOOST_AUTO_TEST_CASE(a_sum_may_leave_64_bits_on_its_way_but_not_at_its_end) {
  BOOST_TEST(folded("sum:v", {integer(greatest), integer(greatest), integer(-greatest)}) == "9223372036854775807");
  BOOST_TEST(folded("mean:v", {integer(greatest), integer(greatest)}) == "9223372036854775808.0");
  const auto overflows = [](const failure& thrown) {
    return thrown.reason().code == error_code::sum_overflow &&
           thrown.reason().message.find("column 'x': the sum 9223372036854775808 overflows") == 0;
  };
  BOOST_CHECK_EXCEPTION(folded("sum:v", {integer(greatest), integer(1)}), failure, overflows);
}

BOOST_AUTO_TEST_CASE(min_and_max_keep_the_type_of_the_value) {
  const std::vector<json_value> values{json_value("b"), integer(2), json_value(2.5), json_value("a"), json_value(true)};
  BOOST_TEST(folded("min:v", values) == "true");
  BOOST_TEST(folded("max:v", values) == "\"b\"");
  BOOST_TEST(folded("min:v", {json_value(2.0), integer(2)}) == "2");
  BOOST_TEST(folded("max:v", {json_value(2.0), integer(2)}) == "2.0");
}

BOOST_AUTO_TEST_CASE(first_and_last_and_collect_are_by_arrival) {
  const std::vector<json_value> values{integer(3), integer(1), integer(2)};
  BOOST_TEST(folded("first:v", values) == "3");
  BOOST_TEST(folded("last:v", values) == "2");
  BOOST_TEST(folded("collect:v", values) == "[3,1,2]");
}

BOOST_AUTO_TEST_CASE(collected_lists_merge_by_arrival) {
  const auto aggregate = one_column("collect:v");
  auto early = aggregate.create();
  auto late = aggregate.create();
  for (const std::uint64_t arrival : {1U, 2U, 3U, 4U}) {
    record_values one;
    one.fields.push_back(integer(static_cast<std::int64_t>(arrival)));
    aggregate.add(arrival % 2 == 0 ? early : late, one, {.time = event_time{0}, .arrival = arrival});
  }
  aggregate.merge(early, late);
  BOOST_TEST(text_of(aggregate.result(early)) == "[1,2,3,4]");
}

BOOST_AUTO_TEST_CASE(top_is_descending_and_holds_n_at_most) {
  BOOST_TEST(folded("top:2:v", {integer(1), integer(3), integer(2), integer(3)}) == "[3,3]");
  BOOST_TEST(folded("top:3:v", {integer(1), json_value("x")}) == "[\"x\",1]");
  BOOST_TEST(folded("top:1:v", {json_value(1.0), integer(1)}) == "[1.0]");
}

BOOST_AUTO_TEST_CASE(count_distinct_tells_values_apart_as_keys_are) {
  BOOST_TEST(folded("count_distinct:v", {integer(1), json_value(1.0), integer(1), json_value("1")}) == "3");
}

BOOST_AUTO_TEST_CASE(columns_read_the_field_that_is_theirs) {
  const column_aggregate aggregate({{.name = "rows", .function = parse_column_function("count").value()},
                                    {.name = "a", .function = parse_column_function("sum:a").value(), .field = 1},
                                    {.name = "b", .function = parse_column_function("max:b").value(), .field = 0}});
  auto pane = aggregate.create();
  record_values one;
  one.fields.push_back(json_value("b"));
  one.fields.push_back(integer(7));
  aggregate.add(pane, one, {.time = event_time{0}, .arrival = 1});
  BOOST_TEST(text_of(aggregate.result(pane)) == "17\"b\"");
}

BOOST_AUTO_TEST_SUITE_END()
