#include "record/record_decoder.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

#include "value/json_text.hpp"

using namespace millrace;
using namespace millrace::command;
namespace bdata = boost::unit_test::data;

namespace {

record_layout flights() {
  return {.time_field = "scheduled",
          .format = time_format::make("ms").value(),
          .condition = std::nullopt,
          .key_fields = {"origin"},
          .fields = {{.name = "delay", .number_only = true}, {.name = "note"}},
          .keep_line = false};
}

result<void> decode(const record_layout& layout, const std::string& line, record& into) {
  const std::string padded = line + std::string(record_decoder::readable_after_line, 'x');
  return record_decoder(layout).decode(std::string_view(padded).substr(0, line.size()), into);
}

record decoded(const record_layout& layout, const std::string& line) {
  record into;
  decode(layout, line, into).value();
  return into;
}

std::string refusal(const std::string& line) {
  record into;
  const auto outcome = decode(flights(), line, into);
  return outcome ? "accepted" : outcome.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(record_decoding)

BOOST_AUTO_TEST_CASE(time_key_and_fields_are_taken_with_their_types) {
  const auto flight = decoded(flights(), R"({"delay":-5,"scheduled":7,"origin":"LAS","note":1.0,"more":[{}]})");
  BOOST_TEST((flight.time == event_time{7}));
  BOOST_TEST(json_text(flight.key) == R"(["LAS"])");
  BOOST_TEST(json_text(flight.values.fields.at(0)) == "-5");
  BOOST_TEST(json_text(flight.values.fields.at(1)) == "1.0");
  BOOST_TEST(flight.values.line.empty());
}

BOOST_AUTO_TEST_CASE(a_missing_or_null_key_or_field_is_null) {
  for (const char* line : {R"({"scheduled":7})", R"({"scheduled":7,"origin":null,"delay":null,"note":null})"}) {
    const auto flight = decoded(flights(), line);
    BOOST_TEST(json_text(flight.key) == "[null]");
    BOOST_TEST(flight.values.fields.at(0).is_null());
    BOOST_TEST(flight.values.fields.at(1).is_null());
  }
}

BOOST_AUTO_TEST_CASE(of_a_field_given_twice_the_first_counts) {
  BOOST_TEST((decoded(flights(), R"({"scheduled":1,"scheduled":2})").time == event_time{1}));
}

BOOST_AUTO_TEST_CASE(names_and_texts_are_unescaped) {
  const auto flight = decoded(flights(), R"({"sch\u0065duled":1,"origin":"\u00fc\n\ud83d\ude00"})");
  BOOST_TEST(*flight.key.fields.at(0).text() == "\xC3\xBC\n\xF0\x9F\x98\x80");
}

BOOST_AUTO_TEST_CASE(the_line_is_kept_when_late_events_need_it) {
  auto layout = flights();
  layout.keep_line = true;
  const std::string line = R"({"scheduled": 1, "a":[1,2]})";
  BOOST_TEST(decoded(layout, line).values.line == line);
}

BOOST_AUTO_TEST_CASE(a_record_is_used_again_without_traces_of_the_one_before) {
  record into;
  decode(flights(), R"({"scheduled":1,"origin":"LAS","delay":3})", into).value();
  decode(flights(), R"({"scheduled":2})", into).value();
  BOOST_TEST(json_text(into.key) == "[null]");
  BOOST_TEST(into.values.fields.size() == 2U);
  BOOST_TEST(into.values.fields.at(0).is_null());
}

BOOST_AUTO_TEST_CASE(a_row_that_the_condition_leaves_out_still_has_its_time) {
  auto layout = flights();
  layout.condition = row_condition{.field = "delay", .compare = comparison::greater, .value = json_value(0.5)};
  BOOST_TEST(decoded(layout, R"({"scheduled":1,"delay":1})").kept);
  const auto left_out = decoded(layout, R"({"scheduled":1,"delay":0})");
  BOOST_TEST(!left_out.kept);
  BOOST_TEST((left_out.time == event_time{1}));
  BOOST_TEST(!decoded(layout, R"({"scheduled":1,"delay":[1]})").kept);
}

BOOST_AUTO_TEST_CASE(the_message_names_the_field_and_what_is_needed) {
  BOOST_TEST(refusal(R"({"origin":"LAS"})") ==
             "field 'scheduled' is missing or null; a number of milliseconds since 1970 is needed");
  BOOST_TEST(refusal(R"({"scheduled":"12"})") ==
             "field 'scheduled': \"12\" is not a number of milliseconds since 1970");
  BOOST_TEST(refusal(R"({"scheduled":true})") == "field 'scheduled': true is not a number of milliseconds since 1970");
  BOOST_TEST(refusal(R"({"scheduled":1,"delay":"3"})") == "field 'delay': a sum or mean needs a number");
  BOOST_TEST(refusal(R"({"scheduled":1,"origin":[1]})") ==
             "field 'origin': an array is not accepted here; a number, text, true or false is");
  BOOST_TEST(refusal(R"({"scheduled":1,"origin":18446744073709551615})") ==
             "field 'origin': 18446744073709551615 is above 9223372036854775807, the greatest integer that is "
             "accepted");
  BOOST_TEST(refusal(R"({"scheduled":-9223372036854775808})") ==
             "field 'scheduled': -9223372036854775808 means no timestamp; a number of milliseconds since 1970 is "
             "needed");
  BOOST_TEST(refusal("[1]") == "the line is JSON, but not an object such as {\"field\": 1}");
}

BOOST_DATA_TEST_CASE(what_is_no_json_object_is_refused_wherever_it_goes_wrong,
                     bdata::make({"", " ", "x", "12", "\"scheduled\"", "{", "{\"scheduled\":1", "{\"scheduled\":1}}",
                                  "{\"scheduled\":1} {\"scheduled\":2}", "{\"scheduled\":1,}", "{'scheduled':1}",
                                  "{\"scheduled\":1,\"x\":tru}", "{\"scheduled\":1,\"x\":01}",
                                  "{\"scheduled\":1,\"x\":\"\\q\"}", "{\"scheduled\":1,\"x\":[1,2}",
                                  "{\"scheduled\":1,\"x\":NaN}", "{\"scheduled\":1,\"x\":\"\xff\"}"}),
                     line) {
  BOOST_TEST(refusal(line) != "accepted");
}

BOOST_AUTO_TEST_SUITE_END()
