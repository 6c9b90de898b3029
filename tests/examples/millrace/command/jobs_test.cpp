// The job files that are examples, and windows, modes and formats of their own.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "command_run.hpp"

using namespace millrace::command;
namespace bdata = boost::unit_test::data;

namespace {

command_outcome run_over(const scratch_folder& folder, const std::string& input, const std::string& job,
                         const std::vector<std::string>& sets = {}) {
  folder.write("in.jsonl", input);
  std::vector<std::string> arguments{
      "run", folder.write("job.toml", "[source]\npath = \"" + folder / "in.jsonl" + "\"\nevent_time = \"t\"\n" + job)};
  for (const auto& one : sets) arguments.insert(arguments.end(), {"--set", one});
  return run_command(arguments);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(jobs)

BOOST_AUTO_TEST_CASE(earthquakes_are_counted_and_the_late_ones_stand_apart) {
  const scratch_folder folder;
  const auto outcome = run_command({"run", "examples/jobs/earthquakes.toml", "--set",
                                    "output.late=" + (folder / "late"), "--set", "output.path=" + (folder / "rows")});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(sorted_lines(text_of(folder / "late")).size() == 311U);
  std::size_t counted = 0;
  for (const auto& line : sorted_lines(text_of(folder / "rows"))) {
    counted += std::stoul(line.substr(line.find("\"earthquakes\":") + 14));
  }
  BOOST_TEST(counted + 311 == 1707U);
}

BOOST_AUTO_TEST_CASE(keys_of_every_type_keep_it_and_sort_null_false_true_numbers_text) {
  const scratch_folder folder;
  std::string input;
  for (const char* key : {"\"b\"", "2", "1.5", "true", "null", "false", "\"a\"", "2.0", "-1", "\"\\\"\\n\""}) {
    input += std::string("{\"t\":1,\"k\":") + key + "}\n";
  }
  input += "{\"t\":1}\n";
  const auto outcome = run_over(
      folder, input, "[key]\nfields=[\"k\"]\n[window]\nsize=\"1s\"\n[aggregate]\nn=\"count\"\n", {"limits.actors=3"});
  std::string expected;
  for (const char* key : {"null", "false", "true", "-1", "1.5", "2", "2.0", "\"\\\"\\n\"", "\"a\"", "\"b\""}) {
    expected += std::string("{\"k\":") + key +
                ",\"window_start\":0,\"window_end\":1000,\"n\":" + (std::string(key) == "null" ? "2" : "1") + "}\n";
  }
  BOOST_TEST(outcome.output == expected);
}

BOOST_AUTO_TEST_CASE(every_function_makes_a_column) {
  const scratch_folder folder;
  const auto outcome =
      run_over(folder, "{\"t\":1,\"v\":3}\n{\"t\":2,\"v\":1.5}\n{\"t\":0,\"v\":3}\n{\"t\":3,\"v\":null}\n",
               "[watermark]\nmax_disorder=\"1s\"\n[window]\nsize=\"1s\"\n[aggregate]\n"
               "a=\"count\"\nb=\"count:v\"\nc=\"sum:v\"\nd=\"min:v\"\ne=\"max:v\"\nf=\"mean:v\"\n"
               "g=\"first:v\"\nh=\"last:v\"\ni=\"count_distinct:v\"\nj=\"top:2:v\"\nk=\"collect:v\"\n");
  BOOST_TEST_INFO(outcome.messages);
  BOOST_TEST(outcome.output ==
             "{\"window_start\":0,\"window_end\":1000,\"a\":4,\"b\":3,\"c\":7.5,\"d\":1.5,\"e\":3,\"f\":2.5,\"g\":3,"
             "\"h\":3,\"i\":2,\"j\":[3,3],\"k\":[3,1.5,3]}\n");
}

BOOST_AUTO_TEST_CASE(sliding_and_session_windows_and_csv) {
  const scratch_folder folder;
  const std::string input = "{\"t\":0}\n{\"t\":1500}\n{\"t\":9000}\n";
  const auto sliding =
      run_over(folder, input, "[window]\nkind=\"sliding\"\nsize=\"2s\"\nslide=\"1s\"\n[aggregate]\nn=\"count\"\n");
  BOOST_TEST(
      sliding.output ==
      "{\"window_start\":-1000,\"window_end\":1000,\"n\":1}\n{\"window_start\":0,\"window_end\":2000,\"n\":2}\n"
      "{\"window_start\":1000,\"window_end\":3000,\"n\":1}\n{\"window_start\":8000,\"window_end\":10000,\"n\":1}\n"
      "{\"window_start\":9000,\"window_end\":11000,\"n\":1}\n");
  const auto session = run_over(folder, input, "[window]\nkind=\"session\"\ngap=\"2s\"\n[aggregate]\nn=\"count\"\n",
                                {"output.kind=csv", "watermark.watermark_step=100ms"});
  BOOST_TEST(session.output == "window_start,window_end,n\n0,3500,2\n9000,11000,1\n");
}

BOOST_AUTO_TEST_CASE(a_condition_keeps_rows_and_the_others_still_move_the_watermark) {
  const scratch_folder folder;
  const auto outcome = run_over(folder, "{\"t\":0,\"v\":1}\n{\"t\":5000,\"v\":0}\n{\"t\":1,\"v\":1}\n",
                                "[where]\nfield=\"v\"\nop=\">\"\nvalue=0\n[window]\nsize=\"1s\"\n"
                                "[aggregate]\nn=\"count\"\n",
                                {"output.late=" + (folder / "late")});
  BOOST_TEST(outcome.output == "{\"window_start\":0,\"window_end\":1000,\"n\":1}\n");
  BOOST_TEST(text_of(folder / "late") ==
             "{\"event\":{\"t\":1,\"v\":1},\"event_time\":1,\"watermark\":5000,\"missed\":[[0,1000]]}\n");
}

BOOST_AUTO_TEST_CASE(modes_differ_in_how_a_late_event_corrects) {
  const scratch_folder folder;
  const std::string input = "{\"t\":0,\"v\":100}\n{\"t\":1500,\"v\":1}\n{\"t\":1,\"v\":5}\n{\"t\":2,\"v\":0}\n";
  const std::string job = "[window]\nsize=\"1s\"\nallowed_lateness=\"5s\"\n[aggregate]\nv=\"sum:v\"\n";
  const auto rows_of = [&](const char* mode) {
    const auto outcome = run_over(folder, input, job, {std::string("output.mode=") + mode});
    std::string first;
    for (std::size_t at = 0; at < outcome.output.size(); at = outcome.output.find('\n', at) + 1) {
      const auto line = outcome.output.substr(at, outcome.output.find('\n', at) - at);
      if (line.find("\"window_start\":0,") != std::string::npos) first += line + "\n";
    }
    return first;
  };
  const std::string window = "\"window_start\":0,\"window_end\":1000,\"v\":";
  BOOST_TEST(rows_of("append") == "{" + window + "100}\n{" + window + "105}\n{" + window + "105}\n");
  BOOST_TEST(rows_of("upsert") == "{\"op\":\"+I\"," + window + "100}\n{\"op\":\"+U\"," + window + "105}\n");
  BOOST_TEST(rows_of("retract") == "{\"op\":\"+I\"," + window + "100}\n{\"op\":\"-U\"," + window +
                                       "100}\n{\"op\":\"+U\"," + window + "105}\n");
  BOOST_TEST(rows_of("final_only") == "{" + window + "105}\n");
}

BOOST_AUTO_TEST_SUITE_END()
