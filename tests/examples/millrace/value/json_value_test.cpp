#include "value/json_value.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <millrace/core/key/key_hash.hpp>
#include <string>
#include <vector>

#include "value/json_key.hpp"
#include "value/json_order.hpp"
#include "value/json_text.hpp"

using namespace millrace;
using namespace millrace::command;

namespace {

constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
constexpr auto least = std::numeric_limits<std::int64_t>::min();

// Strictly ascending.
std::vector<json_value> ordered_values() {
  return {json_value(),
          json_value(false),
          json_value(true),
          json_value(-1e300),
          json_value(-9223372036854777856.0),
          json_value(least),
          json_value(static_cast<double>(least)),
          json_value(std::int64_t{-2}),
          json_value(-1.5),
          json_value(std::int64_t{-1}),
          json_value(std::int64_t{0}),
          json_value(-0.0),
          json_value(0.0),
          json_value(5e-324),
          json_value(0.5),
          json_value(std::int64_t{1}),
          json_value(1.0),
          json_value(1.5),
          json_value(std::int64_t{9007199254740992}),
          json_value(9007199254740992.0),
          json_value(std::int64_t{9007199254740993}),
          json_value(9007199254740994.0),
          json_value(greatest - 1),
          json_value(greatest),
          json_value(9223372036854775808.0),
          json_value(1e300),
          json_value(""),
          json_value(std::string(1, '\0')),
          json_value(std::string("\0\0", 2)),
          json_value("\x01"),
          json_value("a"),
          json_value(std::string("a\0b", 3)),
          json_value("ab"),
          json_value("b"),
          json_value("\xC3\xA9")};
}

std::string order_of(const json_value& value) {
  std::string bytes;
  append_ordered(bytes, value);
  return bytes;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_values)

BOOST_AUTO_TEST_CASE(null_false_true_numbers_text_is_the_order_and_numbers_compare_exactly) {
  const auto values = ordered_values();
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      BOOST_TEST_CONTEXT(json_text(values[i]) << " and " << json_text(values[j])) {
        BOOST_TEST(((values[i] <=> values[j]) < 0) == (i < j));
        BOOST_TEST((values[i] == values[j]) == (i == j));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(order_bytes_compare_as_values_do) {
  const auto values = ordered_values();
  for (std::size_t i = 1; i < values.size(); ++i) {
    BOOST_TEST_CONTEXT(json_text(values[i - 1]) << " and " << json_text(values[i])) {
      BOOST_TEST((order_of(values[i - 1]) < order_of(values[i])));
      BOOST_TEST(!order_of(values[i]).starts_with(order_of(values[i - 1])));
    }
  }
}

BOOST_AUTO_TEST_CASE(order_bytes_of_keys_go_field_by_field) {
  const json_key shorter{{json_value("a"), json_value("z")}};
  const json_key longer{{json_value("ab"), json_value("a")}};
  std::string left;
  std::string right;
  append_ordered(left, shorter);
  append_ordered(right, longer);
  BOOST_TEST((left < right));
  BOOST_TEST((shorter < longer));
}

BOOST_AUTO_TEST_CASE(the_hash_of_a_key_is_fixed_for_ever) {
  BOOST_TEST(key_hash(json_key{}) == 0U);
  const json_key airport{{json_value("LAS")}};
  const json_key mixed{{json_value(std::int64_t{1}), json_value(1.0), json_value(), json_value(true)}};
  BOOST_TEST(key_hash(airport) == 0x7af1f582c56d0de8U);
  BOOST_TEST(key_hash(mixed) == 0xbf3d52adadb8d92fU);
}

BOOST_AUTO_TEST_CASE(values_of_other_types_have_other_hashes) {
  const std::vector<json_value> alike{json_value(), json_value(false), json_value(std::int64_t{0}), json_value(0.0),
                                      json_value("")};
  for (std::size_t i = 0; i < alike.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) BOOST_TEST(alike[i].hash() != alike[j].hash());
  }
}

BOOST_AUTO_TEST_SUITE_END()
