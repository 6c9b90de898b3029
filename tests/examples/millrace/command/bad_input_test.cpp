#include <sys/stat.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <ostream>

#include "command_run.hpp"

using namespace millrace::command;
namespace bdata = boost::unit_test::data;

namespace {

// A job over in.jsonl in the folder: events per second, sum of v.
struct small_job {
  scratch_folder folder;
  std::string file;

  explicit small_job(const std::string& input) {
    folder.write("in.jsonl", input);
    file = folder.write("job.toml", "[source]\npath = \"" + folder / "in.jsonl" +
                                        "\"\nevent_time = \"t\"\n[window]\nsize = \"1s\"\n"
                                        "[aggregate]\nn = \"count\"\nv = \"sum:v\"\n");
  }

  [[nodiscard]] command_outcome run(const std::vector<std::string>& sets = {}) const {
    std::vector<std::string> arguments{"run", file};
    for (const auto& one : sets) arguments.insert(arguments.end(), {"--set", one});
    return run_command(arguments);
  }
};

bool says(const command_outcome& outcome, const std::string& text) {
  BOOST_TEST_INFO("status " << outcome.status << ", messages: " << outcome.messages);
  return outcome.messages.find(text) != std::string::npos;
}

const std::string good = "{\"t\":1,\"v\":1}\n";
const std::string good_row = "{\"window_start\":0,\"window_end\":1000,\"n\":1,\"v\":1}\n";
const std::string two_rows = "{\"window_start\":0,\"window_end\":1000,\"n\":2,\"v\":2}\n";

struct bad_line {
  const char* line;
  const char* message;
};
std::ostream& operator<<(std::ostream& stream, const bad_line& one) {
  return stream << one.line;
}

const bad_line bad_lines[] = {
    {"{\"t\":2", "not valid JSON"},
    {"{\"t\":2} trailing", "not valid JSON"},
    {"[2]", "not an object"},
    {"{\"v\":2}", "field 't' is missing or null"},
    {"{\"t\":\"2\"}", "field 't': \"2\" is not a number"},
    {"{\"t\":-9223372036854775808}", "field 't': -9223372036854775808 means no timestamp"},
    {"{\"t\":2,\"v\":\"x\"}", "field 'v': a sum or mean needs a number"},
    {"{\"t\":2,\"v\":\"\xff\"}", "UTF-8"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(bad_input)

BOOST_DATA_TEST_CASE(a_bad_line_is_status_3_and_the_message_names_file_line_and_field, bdata::make(bad_lines), one) {
  const small_job job(good + one.line + "\n" + good);
  const auto outcome = job.run();
  BOOST_TEST(outcome.status == 3);
  BOOST_TEST(says(outcome, "in.jsonl line 2"));
  BOOST_TEST(says(outcome, one.message));
}

BOOST_DATA_TEST_CASE(under_skip_and_quarantine_the_rest_is_processed_and_counted, bdata::make(bad_lines), one) {
  const small_job job(good + one.line + "\n" + good);
  const auto skipped = job.run({"source.on_error=skip"});
  BOOST_TEST(skipped.status == 0);
  BOOST_TEST(skipped.output == two_rows);
  BOOST_TEST(says(skipped, "bad records left out: 1\n"));
  BOOST_TEST(says(skipped, one.message));
  const auto kept = job.run({"source.on_error=quarantine:" + (job.folder / "bad.jsonl")});
  BOOST_TEST(kept.status == 0);
  BOOST_TEST(kept.output == two_rows);
  BOOST_TEST(text_of(job.folder / "bad.jsonl") == std::string(one.line) + "\n");
}

BOOST_AUTO_TEST_CASE(a_line_over_the_limit_is_bad_input_and_its_limit_a_setting) {
  const small_job job(good + "{\"t\":2,\"v\":1,\"pad\":\"" + std::string(2000, 'x') + "\"}\n");
  BOOST_TEST(job.run().status == 0);
  const auto refused = job.run({"source.max_line=1KiB"});
  BOOST_TEST(refused.status == 3);
  BOOST_TEST(says(refused, "line 2"));
  const auto skipped = job.run({"source.max_line=1KiB", "source.on_error=skip"});
  BOOST_TEST(skipped.status == 0);
  BOOST_TEST(skipped.output == good_row);
}

BOOST_AUTO_TEST_CASE(an_empty_file_gives_no_rows) {
  const auto outcome = small_job("").run();
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.output.empty());
  BOOST_TEST(outcome.messages.empty());
}

BOOST_AUTO_TEST_CASE(the_last_line_needs_no_end_and_ends_may_be_crlf) {
  BOOST_TEST(small_job("{\"t\":1,\"v\":1}").run().output == good_row);
  BOOST_TEST(small_job("{\"t\":1,\"v\":1}\r\n").run().output == good_row);
}

BOOST_AUTO_TEST_CASE(missing_input_is_status_2) {
  const small_job job(good);
  for (const char* name : {"none.jsonl", "none-*.jsonl"}) {
    const auto outcome = job.run({"source.path=" + job.folder / name, "output.path=" + job.folder / "out"});
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(says(outcome, name));
    BOOST_TEST(!std::filesystem::exists(job.folder / "out"));
  }
}

BOOST_AUTO_TEST_CASE(a_folder_where_a_file_should_be_is_status_2) {
  const small_job job(good);
  const auto input = job.run({"source.path=" + job.folder / ""});
  BOOST_TEST(input.status == 2);
  BOOST_TEST(says(input, "folder"));
  const auto output = job.run({"output.path=" + job.folder / ""});
  BOOST_TEST(output.status == 2);
  BOOST_TEST(says(output, job.folder / ""));
}

BOOST_AUTO_TEST_CASE(an_existing_output_is_refused_unless_it_may_be_overwritten) {
  const small_job job(good);
  job.folder.write("out", "before\n");
  const auto refused = job.run({"output.path=" + job.folder / "out"});
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(says(refused, job.folder / "out"));
  BOOST_TEST(text_of(job.folder / "out") == "before\n");
  const auto replaced = job.run({"output.path=" + job.folder / "out", "output.overwrite=true"});
  BOOST_TEST(replaced.status == 0);
  BOOST_TEST(text_of(job.folder / "out") == good_row);
}

BOOST_AUTO_TEST_CASE(an_output_that_is_also_an_input_is_refused_even_with_overwrite) {
  const small_job job(good);
  for (const char* key : {"output.path=", "output.late="}) {
    const auto refused = job.run({key + job.folder / "in.jsonl", "output.overwrite=true"});
    BOOST_TEST(refused.status == 2);
    BOOST_TEST(text_of(job.folder / "in.jsonl") == good);
  }
}

BOOST_AUTO_TEST_CASE(an_output_in_no_folder_is_status_2_and_a_full_one_5) {
  const small_job job(good);
  const auto nowhere = job.run({"output.path=" + job.folder / "none/out"});
  BOOST_TEST(nowhere.status == 2);
  BOOST_TEST(says(nowhere, "none/out"));
  const auto full = job.run({"output.path=/dev/full"});
  BOOST_TEST(full.status == 5);
  BOOST_TEST(says(full, "/dev/full"));
  BOOST_TEST(says(full, "No space left"));
  const auto full_output = shell("exec {} run " + shell_word(job.file) + " > /dev/full");
  BOOST_TEST(full_output.status == 5);
}

BOOST_AUTO_TEST_CASE(a_sum_that_overflows_is_status_5_and_names_column_key_and_window) {
  const small_job job("{\"t\":1,\"v\":9223372036854775807,\"k\":\"a\"}\n{\"t\":2,\"v\":1,\"k\":\"a\"}\n");
  const auto outcome = job.run({"key.fields=[\"k\"]"});
  BOOST_TEST(outcome.status == 5);
  BOOST_TEST(says(outcome, "column 'v': the sum 9223372036854775808 overflows"));
  BOOST_TEST(says(outcome, "[\"a\"]"));
  BOOST_TEST(says(outcome, "[0, 1000)"));
}

BOOST_AUTO_TEST_CASE(a_closed_pipe_on_standard_output_ends_quietly_with_0) {
  std::string input;
  for (int second = 0; second < 200'000; ++second) input += "{\"t\":" + std::to_string(second * 1000) + "}\n";
  const small_job job(input);
  const auto outcome = shell("{} run " + shell_word(job.file) + " | head -n 1; echo status ${PIPESTATUS[0]}");
  BOOST_TEST(outcome.output == "{\"window_start\":0,\"window_end\":1000,\"n\":1,\"v\":null}\nstatus 0\n");
  BOOST_TEST(outcome.messages.empty());
}

BOOST_AUTO_TEST_CASE(standard_input_is_an_input) {
  const small_job job("");
  const auto outcome = shell("printf '{\"t\":1,\"v\":1}\\n{\"t\":2,\"v\":1}\\n' | {} run " + shell_word(job.file) +
                             " --set source.path=-");
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.output == two_rows);
}

BOOST_AUTO_TEST_SUITE_END()
