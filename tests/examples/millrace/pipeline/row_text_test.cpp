#include "pipeline/row_text.hpp"

#include <boost/test/unit_test.hpp>

#include "../job/job_text.hpp"

using namespace millrace;
using namespace millrace::command;

namespace {

job flights(const char* mode) {
  return read_text(least_job("delay = \"sum:delay\"\n[key]\nfields = [\"origin\", \"gate\"]\n"),
                   {std::string("output.mode=") + mode})
      .value();
}

result_row a_row() {
  return {.kind = row_kind::update_after,
          .key = {{json_value("A,\"B\""), json_value()}},
          .window = {event_time{-10}, event_time{0}},
          .value = {json_value(std::int64_t{2}), std::vector<json_value>{json_value("x"), json_value(1.0)}},
          .time = event_time{-1}};
}

template <class Text>
std::string line_of(const Text& text) {
  std::string line;
  text(a_row(), line);
  return line;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(row_texts)

BOOST_AUTO_TEST_CASE(json_has_op_key_window_and_columns_in_this_order) {
  for (const char* mode : {"retract", "upsert"}) {
    BOOST_TEST(line_of(json_row_text(flights(mode))) ==
               R"({"op":"+U","origin":"A,\"B\"","gate":null,"window_start":-10,"window_end":0,"rows":2,)"
               R"("delay":["x",1.0]})");
  }
}

BOOST_AUTO_TEST_CASE(append_and_final_only_have_no_op) {
  for (const char* mode : {"append", "final_only"}) {
    BOOST_TEST(line_of(json_row_text(flights(mode))).starts_with(R"({"origin":)"));
    BOOST_TEST(csv_row_text(flights(mode)).header() == "origin,gate,window_start,window_end,rows,delay");
  }
}

BOOST_AUTO_TEST_CASE(csv_quotes_what_needs_it_and_tells_null_from_empty_text) {
  const csv_row_text text(flights("retract"));
  BOOST_TEST(text.header() == "op,origin,gate,window_start,window_end,rows,delay");
  BOOST_TEST(line_of(text) == "+U,\"A,\"\"B\"\"\",,-10,0,2,\"[\"\"x\"\",1.0]\"");
}

BOOST_AUTO_TEST_CASE(a_late_row_repeats_the_event_and_names_what_it_missed) {
  std::string line;
  append_late_row({.key = {},
                   .event = {.fields = {}, .line = R"({"a": 1})"},
                   .time = event_time{5},
                   .missed = {{event_time{0}, event_time{10}}, {event_time{5}, event_time{15}}},
                   .judged_by = watermark{20}},
                  line);
  BOOST_TEST(line == R"({"event":{"a": 1},"event_time":5,"watermark":20,"missed":[[0,10],[5,15]]})");
}

BOOST_AUTO_TEST_SUITE_END()
