#include "record/time_format.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

using namespace millrace;
using namespace millrace::command;

namespace {

template <class Value>
std::int64_t read(const char* format, Value value) {
  return time_format::make(format).value().read(value).value().milliseconds;
}

template <class Value>
error refusal(const char* format, Value value) {
  return time_format::make(format).value().read(value).error();
}

constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
constexpr auto least = std::numeric_limits<std::int64_t>::min();

}  // namespace

BOOST_AUTO_TEST_SUITE(time_formats)

BOOST_AUTO_TEST_CASE(integers_are_scaled_and_floored_also_before_1970) {
  BOOST_TEST(read("ms", std::int64_t{-1}) == -1);
  BOOST_TEST(read("s", std::int64_t{-2}) == -2000);
  BOOST_TEST(read("us", std::int64_t{1999}) == 1);
  BOOST_TEST(read("us", std::int64_t{-1}) == -1);
  BOOST_TEST(read("us", std::int64_t{-1000}) == -1);
  BOOST_TEST(read("ns", std::int64_t{-1'000'001}) == -2);
  BOOST_TEST(read("ms", greatest) == greatest);
}

BOOST_AUTO_TEST_CASE(decimals_are_floored_to_milliseconds) {
  BOOST_TEST(read("s", 1517365101.235) == 1517365101235);
  BOOST_TEST(read("s", 0.000999) == 0);
  BOOST_TEST(read("s", -0.0001) == -1);
  BOOST_TEST(read("ms", 1.9) == 1);
  BOOST_TEST(read("ms", -1.1) == -2);
  BOOST_TEST(read("us", 1999.5) == 1);
  BOOST_TEST(read("ns", -0.5) == -1);
}

BOOST_AUTO_TEST_CASE(the_least_integer_means_no_timestamp) {
  for (const char* format : {"s", "ms", "us", "ns"}) {
    BOOST_TEST((refusal(format, least).code == error_code::no_timestamp));
  }
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused) {
  BOOST_TEST((refusal("s", greatest / 1000 + 1).code == error_code::record_malformed));
  BOOST_TEST((refusal("s", 1e30).code == error_code::record_malformed));
  BOOST_TEST((refusal("ms", -9223372036854775808.0).code == error_code::record_malformed));
}

BOOST_AUTO_TEST_CASE(a_pattern_reads_utc_and_offsets_and_must_match_to_the_end) {
  const char* pattern = "%Y-%m-%d %H:%M:%S";
  BOOST_TEST(read(pattern, std::string_view("2001-01-31 05:06:07")) == 980917567000);
  BOOST_TEST(read("%Y-%m-%d %H:%M:%S %z", std::string_view("2001-01-31 05:06:07 +0100")) == 980913967000);
  BOOST_TEST(read("%d.%m.%Y", std::string_view("01.01.1970")) == 0);
  BOOST_TEST((refusal(pattern, std::string_view("2001-01-31 05:06:07 Z")).code == error_code::record_malformed));
  BOOST_TEST((refusal(pattern, std::string_view("yesterday")).code == error_code::record_malformed));
}

BOOST_AUTO_TEST_CASE(numbers_want_numbers_and_texts_want_texts) {
  const auto number = refusal("ms", std::string_view("12"));
  BOOST_TEST(number.message == "\"12\" is not a number of milliseconds since 1970");
  BOOST_TEST((refusal("iso8601", std::int64_t{12}).code == error_code::record_malformed));
  BOOST_TEST((refusal("%Y", 12.5).code == error_code::record_malformed));
}

BOOST_AUTO_TEST_CASE(an_unknown_format_lists_the_known_ones) {
  const auto refused = time_format::make("seconds");
  BOOST_TEST((refused.error().code == error_code::option_unknown));
  BOOST_TEST(refused.error().message.find("ms, s, us, ns, iso8601 or a strptime pattern") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
