#include <fcntl.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <memory>
#include <millrace/actors/connector/line_file_sink.hpp>
#include <millrace/actors/connector/standard_output_sink.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/actors/connector/standard_output_guard.hpp"
#include "tests/actors/connector/temporary_folder.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

using count_row = row<std::string, int>;
using late_row = late_event<std::string, int>;
static_assert(sink_for<line_file_sink<count_row>, count_row>);
static_assert(sink_for<line_file_sink<late_row>, late_row>);
static_assert(sink_for<line_file_sink<std::string>, std::string>);
static_assert(!sink_for<line_file_sink<std::string>, count_row>);
static_assert(sink_for<standard_output_sink<std::string>, std::string>);

count_row count_of(std::string key, std::int64_t end, int value) {
  return {
      .key = std::move(key), .window = {event_time{0}, event_time{end}}, .value = value, .time = event_time{end - 1}};
}

void encode(const count_row& row, std::string& line) {
  line += row.key + " " + std::to_string(row.window.end.milliseconds) + " " + std::to_string(row.value);
}

void encode_text(const std::string& row, std::string& line) {
  line += row;
}

step_mark whole(step_number step) {
  return {.step = step, .stage_watermark = {}, .mark = {}};
}

template <class Row>
void write(sink_writer& writer, step_number step, std::size_t input, std::vector<Row> rows) {
  row_batch<Row> batch;
  for (Row& each : rows) batch.rows.push_back(std::move(each));
  writer.write(batch, 0, batch.size(), step, input);
}

template <class Row, class Sink>
std::unique_ptr<sink_writer> opened(const Sink& sink) {
  return std::move(sink.template open<Row>().value());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(line_sinks)

BOOST_AUTO_TEST_CASE(rows_of_a_step_are_written_by_window_end_and_key_when_it_closes) {
  const temporary_folder folder;
  const line_file_sink<count_row> sink({.path = folder / "out", .encode = encode});
  const auto writer = opened<count_row>(sink);
  write<count_row>(*writer, 1, 1, {count_of("b", 10, 1), count_of("b", 20, 2)});
  write<count_row>(*writer, 2, 1, {count_of("a", 5, 9)});
  write<count_row>(*writer, 1, 0, {count_of("a", 20, 3), count_of("a", 20, 4), count_of("c", 10, 5)});
  writer->flush();
  BOOST_TEST(folder.content("out") == "");
  writer->close_step(whole(1));
  BOOST_TEST(folder.content("out") == "");
  writer->flush();
  BOOST_TEST(folder.content("out") == "b 10 1\nc 10 5\na 20 3\na 20 4\nb 20 2\n");
  writer->close_step(whole(2));
  writer->finish();
  BOOST_TEST(folder.content("out") == "b 10 1\nc 10 5\na 20 3\na 20 4\nb 20 2\na 5 9\n");
  BOOST_TEST(sink.report()->rows == 6U);
  BOOST_TEST(sink.report()->bytes == folder.content("out").size());
  BOOST_TEST(sink.report()->waiting_bytes == 0U);
}

BOOST_AUTO_TEST_CASE(only_the_rows_that_are_given_are_taken) {
  const temporary_folder folder;
  const auto writer = opened<std::string>(line_file_sink<std::string>({.path = folder / "out", .encode = encode_text}));
  row_batch<std::string> batch;
  batch.rows = {"a", "b", "c", "d"};
  writer->write(batch, 1, 3, 1, 0);
  writer->close_step(whole(1));
  writer->finish();
  BOOST_TEST(folder.content("out") == "b\nc\n");
}

BOOST_AUTO_TEST_CASE(steps_that_do_not_close_are_dropped) {
  const temporary_folder folder;
  const auto writer = opened<std::string>(line_file_sink<std::string>({.path = folder / "out", .encode = encode_text}));
  write<std::string>(*writer, 1, 0, {"whole"});
  write<std::string>(*writer, 2, 0, {"open"});
  writer->close_step(whole(1));
  writer->finish();
  BOOST_TEST(folder.content("out") == "whole\n");
}

BOOST_AUTO_TEST_CASE(late_rows_are_written_by_time_key_and_text_whatever_the_input) {
  const temporary_folder folder;
  const auto late = [](std::string key, std::int64_t time, int event) {
    return late_row{.key = std::move(key), .event = event, .time = event_time{time}, .missed = {}, .judged_by = {}};
  };
  const auto writer = opened<late_row>(line_file_sink<late_row>(
      {.path = folder / "late", .encode = [](const late_row& row, std::string& line) {
         line += row.key + std::to_string(row.time.milliseconds) + " " + std::to_string(row.event);
       }}));
  write<late_row>(*writer, 1, 0, {late("b", 1, 2), late("a", 1, 2), late("a", 1, 1)});
  write<late_row>(*writer, 1, 1, {late("c", -1, 7)});
  writer->close_step(whole(1));
  writer->finish();
  BOOST_TEST(folder.content("late") == "c-1 7\na1 1\na1 2\nb1 2\n");
}

BOOST_AUTO_TEST_CASE(an_order_of_ones_own_is_used) {
  const temporary_folder folder;
  const auto writer = opened<std::string>(line_file_sink<std::string>(
      {.path = folder / "out", .encode = encode_text, .order = [](const std::string& row, std::string& key) {
         append_ordered(key, -static_cast<std::int64_t>(row.size()));
       }}));
  write<std::string>(*writer, 1, 0, {"a", "bbb", "cc"});
  writer->close_step(whole(1));
  writer->finish();
  BOOST_TEST(folder.content("out") == "bbb\ncc\na\n");
}

BOOST_AUTO_TEST_CASE(the_header_is_written_once_also_without_rows) {
  const temporary_folder folder;
  const line_file_sink<std::string> sink({.path = folder / "out", .encode = encode_text, .header = "a,b"});
  auto writer = opened<std::string>(sink);
  writer->finish();
  BOOST_TEST(folder.content("out") == "a,b\n");
}

BOOST_AUTO_TEST_CASE(the_file_is_the_same_with_and_without_spilling) {
  const temporary_folder folder;
  for (const bool spills : {false, true}) {
    const line_file_sink<count_row> sink({.path = folder / (spills ? "spilled" : "held"),
                                          .encode = encode,
                                          .spill_after = spills ? std::size_t{500} : std::size_t{1} << 30U});
    const auto writer = opened<count_row>(sink);
    for (step_number step = 1; step <= 5; ++step) {
      for (std::size_t input = 0; input < 3; ++input) {
        std::vector<count_row> rows;
        for (int i = 0; i < 100; ++i) rows.push_back(count_of(std::to_string(i * 7 % 13), i * 31 % 50, i));
        write<count_row>(*writer, step, input, rows);
      }
      writer->close_step(whole(step));
    }
    writer->finish();
    BOOST_TEST((sink.report()->spilled_bytes > 0) == spills);
    BOOST_TEST((sink.report()->spilled_runs > 0) == spills);
  }
  BOOST_TEST(folder.content("held").size() > 1500U * 5U);
  BOOST_TEST((folder.content("held") == folder.content("spilled")));
}

BOOST_AUTO_TEST_CASE(options_that_are_missing_are_named) {
  const auto code = [](const auto& sink) { return sink.template open<std::string>().error().code; };
  BOOST_TEST((code(line_file_sink<std::string>({.path = "", .encode = encode_text})) == error_code::option_missing));
  BOOST_TEST((code(line_file_sink<std::string>({.path = "out", .encode = {}})) == error_code::option_missing));
  BOOST_TEST((code(standard_output_sink<std::string>({.encode = {}})) == error_code::option_missing));
  BOOST_TEST(
      (code(line_file_sink<std::string>({.path = "-", .encode = encode_text})) == error_code::option_out_of_range));
}

BOOST_AUTO_TEST_CASE(an_encoder_that_throws_is_reported_with_the_output) {
  const temporary_folder folder;
  const auto writer = opened<std::string>(
      line_file_sink<std::string>({.path = folder / "out", .encode = [](const std::string&, std::string&) {
                                     throw std::runtime_error("no luck");
                                   }}));
  const error why = failure_of([&] { write<std::string>(*writer, 1, 0, {"a"}); });
  BOOST_TEST((why.code == error_code::user_function_threw));
  BOOST_TEST(why.message == folder / "out" + ": the encoder or the order of a row threw: no luck");
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_a_failure_when_the_sink_is_flushed) {
  const auto writer = opened<std::string>(line_file_sink<std::string>({.path = "/dev/full", .encode = encode_text}));
  write<std::string>(*writer, 1, 0, {"a"});
  writer->close_step(whole(1));
  const error why = failure_of([&] { writer->flush(); });
  BOOST_TEST((why.code == error_code::sink_unwritable));
  BOOST_TEST(why.message == "/dev/full: No space left on device");
}

BOOST_AUTO_TEST_CASE(standard_output_takes_rows_and_stays_open) {
  const temporary_folder folder;
  const file_descriptor target(::open((folder / "out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  const standard_output_sink<std::string> sink({.encode = encode_text, .header = "text"});
  bool open_afterwards = false;
  {
    const standard_output_guard instead(target.number());
    const auto writer = opened<std::string>(sink);
    write<std::string>(*writer, 1, 0, {"a", "b"});
    writer->close_step(whole(1));
    writer->finish();
    open_afterwards = ::fcntl(STDOUT_FILENO, F_GETFD) >= 0;
  }
  BOOST_TEST(open_afterwards);
  BOOST_TEST(folder.content("out") == "text\na\nb\n");
}

BOOST_AUTO_TEST_CASE(a_closed_pipe_on_standard_output_is_told_apart_from_a_failure_to_write) {
  const temporary_folder ignores_sigpipe;
  int ends[2];
  BOOST_REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  const file_descriptor target(ends[1]);
  const standard_output_sink<std::string> sink({.encode = encode_text});
  error why;
  {
    const standard_output_guard instead(target.number());
    const auto writer = opened<std::string>(sink);
    write<std::string>(*writer, 1, 0, {"a"});
    writer->close_step(whole(1));
    why = failure_of([&] { writer->flush(); });
  }
  BOOST_TEST((why.code == error_code::sink_closed));
  BOOST_TEST(why.message == "standard output: its reader has gone");
}

BOOST_AUTO_TEST_CASE(sinks_describe_themselves) {
  BOOST_TEST(line_file_sink<std::string>({.path = "out.txt", .encode = encode_text}).describe() == "line file out.txt");
  BOOST_TEST(standard_output_sink<std::string>({.encode = encode_text}).describe() == "standard output");
}

BOOST_AUTO_TEST_SUITE_END()
