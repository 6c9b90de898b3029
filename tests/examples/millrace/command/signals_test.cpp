#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "command_run.hpp"

using namespace millrace::command;
namespace bdata = boost::unit_test::data;

namespace {

std::string endless_job(const scratch_folder& folder) {
  return folder.write("job.toml",
                      "[source]\npath = \"-\"\nevent_time = \"t\"\n[window]\nsize = \"1s\"\n"
                      "[aggregate]\nn = \"count\"\n");
}

// Starts the job behind a pipe that stays open, waits for its first row, then runs `then`, in which $! is the job.
command_outcome with_running_job(const std::string& then) {
  const scratch_folder folder;
  const auto job = shell_word(endless_job(folder));
  const auto pipe = shell_word(folder / "pipe");
  const auto rows = shell_word(folder / "rows");
  return shell("mkfifo " + pipe + "; {} run " + job + " < " + pipe + " > " + rows + " & exec 3> " + pipe +
               "; printf '{\"t\":1}\\n{\"t\":5000}\\n' >&3; while [ ! -s " + rows + " ]; do sleep 0.01; done; " + then +
               "; wait $!; echo status $?; cat " + rows);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(signals)

BOOST_DATA_TEST_CASE(int_and_term_stop_without_a_final_watermark_and_end_with_0, bdata::make({"INT", "TERM"}), name) {
  const auto outcome = with_running_job(std::string("kill -") + name + " $!");
  BOOST_TEST_INFO(outcome.messages);
  BOOST_TEST(outcome.output == "status 0\n{\"window_start\":0,\"window_end\":1000,\"n\":1}\n");
}

BOOST_AUTO_TEST_CASE(a_stopped_run_says_that_open_windows_are_not_written) {
  const auto outcome = with_running_job("kill -TERM $!");
  BOOST_TEST(outcome.messages.find("stopped by a signal after 2 records; windows that were open are not written") !=
                 std::string::npos,
             outcome.messages);
}

BOOST_AUTO_TEST_CASE(a_second_signal_ends_a_run_that_cannot_stop_at_once) {
  const scratch_folder folder;
  const auto pipe = shell_word(folder / "pipe");
  std::string many;
  for (int index = 0; index < 40'000; ++index) many += "{\"t\":" + std::to_string(index * 1000) + "}\n";
  const auto job = folder.write("job.toml", "[source]\npath = \"" + folder.write("in.jsonl", many) +
                                                "\"\nevent_time = \"t\"\n[window]\nsize = \"1s\"\n"
                                                "[aggregate]\nn = \"count\"\n");
  // Nobody reads the pipe, so the sink hangs in its write. A background job of a shell ignores SIGINT to begin with.
  // Signals that come before the program listens count for nothing, so more than two are sent, well within the limit.
  const auto outcome =
      shell("mkfifo " + pipe + "; exec 3<> " + pipe + "; {} run " + shell_word(job) +
            " >&3 & for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.3; kill -INT $! 2>&-; done; wait $!; echo status $?");
  BOOST_TEST(outcome.output == "status 130\n");
}

BOOST_AUTO_TEST_CASE(a_closed_standard_input_is_an_error) {
  const scratch_folder folder;
  const auto outcome = shell("{} run " + shell_word(endless_job(folder)) + " <&-");
  BOOST_TEST(outcome.status == 3);
  BOOST_TEST(outcome.messages.find("standard input") != std::string::npos, outcome.messages);
}

BOOST_AUTO_TEST_CASE(late_events_without_an_output_are_counted_on_standard_error) {
  const scratch_folder folder;
  const auto outcome =
      shell("printf '{\"t\":1}\\n{\"t\":5000}\\n{\"t\":2}\\n' | {} run " + shell_word(endless_job(folder)));
  BOOST_TEST(outcome.messages == "millrace: late events left out: 1; output.late = \"FILE\" keeps them\n");
}

BOOST_AUTO_TEST_CASE(the_end_of_the_input_fires_what_is_open) {
  const auto outcome = with_running_job("exec 3>&-");
  BOOST_TEST(outcome.output ==
             "status 0\n{\"window_start\":0,\"window_end\":1000,\"n\":1}\n"
             "{\"window_start\":5000,\"window_end\":6000,\"n\":1}\n");
}

BOOST_AUTO_TEST_CASE(progress_is_printed_when_it_is_asked_for_and_not_otherwise) {
  const scratch_folder folder;
  const auto job = endless_job(folder);
  const auto quiet = shell("printf '{\"t\":1}\\n' | {} run " + shell_word(job));
  BOOST_TEST(quiet.messages.empty());
  const auto asked = shell("printf '{\"t\":1}\\n' | {} run --progress " + shell_word(job));
  BOOST_TEST(asked.messages.find("1 records read, 1 rows, 0 late") != std::string::npos);
  BOOST_TEST(asked.output == quiet.output);
}

BOOST_AUTO_TEST_SUITE_END()
