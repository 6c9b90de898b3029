#include <boost/test/unit_test.hpp>
#include <millrace/actors/connector/row_order.hpp>
#include <millrace/core/key/no_key.hpp>
#include <string>

using namespace millrace;

namespace {

template <class Row>
std::string key_of(const Row& row) {
  std::string key;
  default_row_order<Row>::make()(row, key);
  return key;
}

using result_row = row<std::string, int>;
using late_row = late_event<std::string, int>;

result_row result_of(std::string key, std::int64_t start, std::int64_t end, int value) {
  return {.key = std::move(key), .window = {event_time{start}, event_time{end}}, .value = value, .time = event_time{0}};
}

late_row late(std::string key, std::int64_t time, int value) {
  return {.key = std::move(key), .event = value, .time = event_time{time}, .missed = {}, .judged_by = watermark{1}};
}

struct opaque {
  int a = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(row_orders)

BOOST_AUTO_TEST_CASE(result_rows_are_ordered_by_window_end_then_key) {
  BOOST_TEST((key_of(result_of("b", 0, 10, 1)) < key_of(result_of("a", 0, 20, 1))));
  BOOST_TEST((key_of(result_of("a", 5, 10, 1)) < key_of(result_of("b", 0, 10, 1))));
  BOOST_TEST((key_of(result_of("a", 0, 10, 1)) == key_of(result_of("a", 5, 10, 2))));
  BOOST_TEST((default_row_order<result_row>::ties == row_ties::as_made));
}

BOOST_AUTO_TEST_CASE(late_events_are_ordered_by_time_then_key_then_text) {
  BOOST_TEST((key_of(late("b", -5, 1)) < key_of(late("a", 3, 1))));
  BOOST_TEST((key_of(late("a", 3, 9)) < key_of(late("b", 3, 1))));
  BOOST_TEST((default_row_order<late_row>::ties == row_ties::by_text));
}

BOOST_AUTO_TEST_CASE(timed_values_are_ordered_by_time_then_text) {
  using value = timed_value<int>;
  BOOST_TEST((key_of(value{9, event_time{1}}) < key_of(value{1, event_time{2}})));
  BOOST_TEST((default_row_order<value>::ties == row_ties::by_text));
}

BOOST_AUTO_TEST_CASE(a_key_without_order_bytes_is_left_out) {
  const row<opaque, int> one{.key = {1}, .window = {event_time{0}, event_time{10}}, .value = 1, .time = event_time{9}};
  const row<no_key, int> other{.key = {}, .window = {event_time{0}, event_time{10}}, .value = 1, .time = event_time{9}};
  BOOST_TEST(key_of(one).size() == 8U);
  BOOST_TEST(key_of(one) == key_of(other));
}

BOOST_AUTO_TEST_CASE(rows_of_other_types_have_no_order) {
  BOOST_TEST(!default_row_order<std::string>::make());
  BOOST_TEST((default_row_order<std::string>::ties == row_ties::as_made));
}

BOOST_AUTO_TEST_SUITE_END()
