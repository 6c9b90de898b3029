#include "job/quantity_text.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "job/policy_text.hpp"

using namespace millrace;
using namespace millrace::command;
namespace bdata = boost::unit_test::data;

BOOST_AUTO_TEST_SUITE(quantities)

BOOST_DATA_TEST_CASE(durations_have_a_unit,
                     bdata::make({"0s", "500ms", "5s", "30min", "2h", "1d", "-1h"}) ^
                         bdata::make(std::vector<std::int64_t>{0, 500, 5000, 1'800'000, 7'200'000, 86'400'000,
                                                               -3'600'000}),
                     text, milliseconds) {
  BOOST_TEST(parse_duration(text).value().count() == milliseconds);
}

BOOST_DATA_TEST_CASE(other_durations_are_refused_with_the_accepted_forms,
                     bdata::make({"", "5", "s", "5 s", "5sec", "1.5s", "1h30min", "+5s", "5S", "five"}), text) {
  const auto refused = parse_duration(text);
  BOOST_REQUIRE(!refused);
  BOOST_TEST((refused.error().code == error_code::option_unknown));
  BOOST_TEST(refused.error().message.find("ms, s, min, h or d") != std::string::npos);
}

BOOST_DATA_TEST_CASE(durations_beyond_64_bits_are_out_of_range, bdata::make({"9223372036854775808ms", "106751991168d"}),
                     text) {
  BOOST_TEST((parse_duration(text).error().code == error_code::option_out_of_range));
}

BOOST_AUTO_TEST_CASE(a_duration_is_written_in_its_largest_whole_unit) {
  BOOST_TEST(duration_text(duration{0}) == "0s");
  BOOST_TEST(duration_text(duration{90'000}) == "90s");
  BOOST_TEST(duration_text(duration{5'400'000}) == "90min");
  BOOST_TEST(duration_text(duration{-86'400'000}) == "-1d");
  BOOST_TEST(duration_text(duration{1}) == "1ms");
}

BOOST_AUTO_TEST_CASE(sizes_and_rates_have_units_too) {
  BOOST_TEST(parse_size("16MiB").value() == 16U * 1024 * 1024);
  BOOST_TEST(parse_size("1B").value() == 1U);
  for (const char* text : {"16", "16MB", "-1KiB", "MiB"}) BOOST_TEST(!parse_size(text));
  BOOST_TEST(parse_rate("2000/s").value() == 2000);
  BOOST_TEST(parse_rate("0.5/s").value() == 0.5);
  for (const char* text : {"2000", "0/s", "-1/s", "inf/s", "/s", "5/min"}) BOOST_TEST(!parse_rate(text));
}

BOOST_AUTO_TEST_CASE(policies_take_their_detail_behind_a_colon) {
  BOOST_TEST((parse_on_error("skip").value().what == bad_record::kind::skip));
  BOOST_TEST(parse_on_error("quarantine:bad.jsonl").value().path == "bad.jsonl");
  BOOST_TEST((parse_report("periodic:200ms").value() == report_mode::periodic(duration{200})));
  BOOST_TEST((parse_report("every_record").value() == report_mode::every_record()));
  BOOST_TEST((parse_all_idle("wall_clock:5s").value() == all_idle_policy::wall_clock(duration{5000})));
  BOOST_TEST((parse_all_idle("hold").value() == all_idle_policy::hold()));
}

BOOST_AUTO_TEST_CASE(unknown_policies_list_the_accepted_ones) {
  BOOST_TEST(parse_on_error("quarantine:-").has_error());
  BOOST_TEST(parse_on_error("quarantine:").error().message ==
             "\"quarantine:\" is unknown; accepted: fail, skip, quarantine:FILE");
  BOOST_TEST((parse_report("periodic:0s").error().code == error_code::option_out_of_range));
  BOOST_TEST((parse_report("sometimes").error().code == error_code::option_unknown));
  BOOST_TEST((parse_all_idle("wall_clock:-1s").error().code == error_code::option_out_of_range));
  BOOST_TEST((parse_all_idle("wall_clock").error().code == error_code::option_unknown));
}

BOOST_AUTO_TEST_SUITE_END()
