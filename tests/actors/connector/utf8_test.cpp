#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <millrace/actors/connector/utf8.hpp>
#include <string>
#include <string_view>
#include <vector>

using millrace::valid_utf8_length;
using namespace std::string_literals;
namespace bdata = boost::unit_test::data;

BOOST_AUTO_TEST_SUITE(utf8)

const std::vector<std::string> good = {"",
                                       "a",
                                       "a\0b"s,
                                       "\x7F",
                                       "\xC2\x80",
                                       "\xDF\xBF",
                                       "\xE0\xA0\x80",
                                       "\xED\x9F\xBF",
                                       "\xEE\x80\x80",
                                       "\xEF\xBF\xBF",
                                       "\xF0\x90\x80\x80",
                                       "\xF4\x8F\xBF\xBF",
                                       "Grüße, 世界, 🙂"};

const std::vector<std::string> bad = {"\x80",              // a continuation alone
                                      "\xC3",              // cut off
                                      "\xC3(",             // no continuation
                                      "\xC0\xAF",          // overlong
                                      "\xC1\xBF",          // overlong
                                      "\xE0\x9F\xBF",      // overlong
                                      "\xF0\x8F\xBF\xBF",  // overlong
                                      "\xED\xA0\x80",      // a surrogate
                                      "\xED\xBF\xBF",      // a surrogate
                                      "\xF4\x90\x80\x80",  // above U+10FFFF
                                      "\xF5\x80\x80\x80",  // above U+10FFFF
                                      "\xE2\x82",          // cut off
                                      "\xE2(\xAC",         // no continuation
                                      "\xF0\x9F\x99",      // cut off
                                      "\xF0\x9F(\x82",     // no continuation
                                      "\xFE",
                                      "\xFF"};

BOOST_DATA_TEST_CASE(valid_text_is_valid_at_every_distance_from_the_start, bdata::make(good), text) {
  for (std::size_t distance = 0; distance < 70; ++distance) {
    const std::string padded = std::string(distance, 'x') + text + std::string(distance, 'y');
    BOOST_TEST(valid_utf8_length(padded) == padded.size());
  }
}

BOOST_DATA_TEST_CASE(invalid_text_is_found_where_it_stands, bdata::make(bad), text) {
  for (std::size_t distance = 0; distance < 70; ++distance) {
    const std::string padded = std::string(distance, 'x') + text + std::string(distance, 'y');
    BOOST_TEST(valid_utf8_length(padded) == distance);
    BOOST_TEST(valid_utf8_length(std::string(distance, 'x') + text) == distance);
  }
}

BOOST_AUTO_TEST_SUITE_END()
