#include "record/iso8601.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

using namespace millrace::command;
namespace bdata = boost::unit_test::data;

BOOST_AUTO_TEST_SUITE(iso8601)

BOOST_DATA_TEST_CASE(dates_and_times_are_read,
                     bdata::make({"1970-01-01", "1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "2001-01-31 05:06",
                                  "2001-01-31T05:06:07.089123+01:00", "2001-01-31T05:06:07,5-0130",
                                  "2001-01-31T05:06:07+01", "2000-02-29", "2016-12-31T23:59:60Z", "0000-01-01"}) ^
                         bdata::make(std::vector<std::int64_t>{0, 0, -1, 980917560000, 980913967089, 980922967500,
                                                               980913967000, 951782400000, 1483228800000,
                                                               -62167219200000}),
                     text, milliseconds) {
  BOOST_TEST(parse_iso8601(text).value() == milliseconds);
}

BOOST_DATA_TEST_CASE(anything_else_is_refused,
                     bdata::make({"", "2001", "2001-1-1", "2001-02-29", "2001-13-01", "2001-01-01T", "2001-01-01T24:00",
                                  "2001-01-01T05", "2001-01-01T05:60", "2001-01-01T05:06:61", "2001-01-01T05:06:07.Z",
                                  "2001-01-01T05:06:07Zx", "2001-01-01T05:06:07+1", "2001-01-01x", "x2001-01-01",
                                  " 2001-01-01"}),
                     text) {
  BOOST_TEST(!parse_iso8601(text).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
