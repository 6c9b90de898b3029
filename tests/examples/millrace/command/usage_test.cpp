#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "command_run.hpp"

using namespace millrace::command;
namespace bdata = boost::unit_test::data;

namespace {

bool says(const command_outcome& outcome, const std::string& text) {
  BOOST_TEST_INFO("status " << outcome.status << ", messages: " << outcome.messages);
  return outcome.messages.find(text) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(usage)

BOOST_AUTO_TEST_CASE(help_and_version_go_to_standard_output) {
  const auto help = run_command({"--help"});
  BOOST_TEST(help.status == 0);
  for (const char* word : {"run", "check", "Exit status"}) BOOST_TEST(help.output.find(word) != std::string::npos);
  const auto run_help = run_command({"run", "--help"});
  BOOST_TEST(run_help.status == 0);
  for (const char* word : {"--set", "--state", "--actors", "--progress"}) {
    BOOST_TEST(run_help.output.find(word) != std::string::npos);
  }
  const auto version = run_command({"--version"});
  BOOST_TEST(version.status == 0);
  BOOST_TEST(version.output.starts_with("millrace 0."));
}

BOOST_DATA_TEST_CASE(bad_usage_is_status_2,
                     bdata::make({"", "go", "run", "check", "run a.toml b.toml", "run --fast", "run --actors",
                                  "--helpme"}),
                     words) {
  const auto outcome = shell(std::string("{} ") + words);
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(outcome.output.empty());
  BOOST_TEST(!outcome.messages.empty());
}

BOOST_DATA_TEST_CASE(what_is_not_there_yet_says_so, bdata::make({"savepoint dir to"}), words) {
  const auto outcome = shell(std::string("{} ") + words);
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(says(outcome, "not there yet"));
}

BOOST_AUTO_TEST_CASE(a_job_file_that_cannot_be_read_is_status_2) {
  const scratch_folder folder;
  const auto missing = run_command({"run", folder / "none.toml"});
  BOOST_TEST(missing.status == 2);
  BOOST_TEST(says(missing, "none.toml: the job file cannot be read: No such file"));
  const auto is_folder = run_command({"run", folder / ""});
  BOOST_TEST(is_folder.status == 2);
  BOOST_TEST(says(is_folder, "the job file is a folder"));
}

BOOST_AUTO_TEST_CASE(a_wrong_job_is_status_2_and_names_file_line_and_key) {
  const scratch_folder folder;
  const auto job = folder.write("j.toml", "[source]\npath = \"x\"\nevent_time = \"t\"\n[window]\nsise = \"1h\"\n");
  for (const char* command : {"run", "check"}) {
    const auto outcome = run_command({command, job});
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(says(outcome, "j.toml line 5: window.sise: unknown key; accepted: kind, size"));
    BOOST_TEST(says(outcome, "did you mean 'size'?"));
  }
}

BOOST_AUTO_TEST_CASE(check_explains_the_plan_and_opens_nothing) {
  const scratch_folder folder;
  const auto outcome =
      run_command({"check", "examples/jobs/flights.toml", "--set", "source.path=" + (folder / "none.jsonl"), "--set",
                   "output.late=" + (folder / "late.jsonl")});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.output.find("tumbling 3600000 ms, allowed lateness 7200000 ms, retract") != std::string::npos);
  BOOST_TEST(text_of(folder / "late.jsonl").empty());
}

BOOST_AUTO_TEST_CASE(what_is_printed_to_a_full_output_is_status_5) {
  for (const char* arguments : {"check --defaults", "--help", "--version"}) {
    const auto outcome = shell(std::string("{} ") + arguments + " > /dev/full");
    BOOST_TEST(outcome.status == 5, arguments);
  }
}

BOOST_AUTO_TEST_CASE(check_prints_every_key_with_its_default) {
  const auto outcome = run_command({"check", "--defaults"});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.output.find("round = 4096") != std::string::npos);
  BOOST_TEST(outcome.output.find("# max_drift =") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
