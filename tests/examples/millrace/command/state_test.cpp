// `millrace run --state`: what is kept, what is refused.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>

#include "command_run.hpp"

using namespace millrace::command;
namespace bdata = boost::unit_test::data;

namespace {

constexpr const char* data = "examples/data/flights-20k.jsonl";

/// A job over flights, with files in a folder of its own.
class flights_job {
public:
  explicit flights_job(std::string more = {}, std::string input = data)
      : file_(folder_.write("job.toml", "name = \"flights\"\n[source]\npath = \"" + input +
                                            "\"\nevent_time = \"scheduled\"\n[key]\nfields = [\"origin\"]\n[window]\n"
                                            "size = \"1h\"\nallowed_lateness = \"30min\"\n[aggregate]\nn = \"count\"\n"
                                            "[output]\npath = \"" +
                                            rows_file() + "\"\nlate = \"" + late_file() + "\"\nmode = \"retract\"\n" +
                                            more)) {}

  [[nodiscard]] command_outcome run(std::vector<std::string> more = {}) const {
    std::vector<std::string> all{"run", file_};
    all.insert(all.end(), more.begin(), more.end());
    return run_command(all);
  }
  [[nodiscard]] command_outcome run_with_state(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--state", folder_ / "state"});
    return run(std::move(more));
  }
  /// Runs slowly in the background, and is sent SIGTERM once there is something in the state.
  [[nodiscard]] command_outcome stop_in_the_middle(const std::string& more = {}) const {
    return shell("{} run " + shell_word(file_) + " --state " + shell_word(folder_ / "state") +
                 " --set source.rate=10000/s --set checkpoint.interval=10ms " + more +
                 " & for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; [ -s " + shell_word(rows_file()) +
                 " ] && break; done; kill -TERM $!; wait $!; echo status $?");
  }

  [[nodiscard]] std::string rows() const { return text_of(rows_file()); }
  [[nodiscard]] std::string late() const { return text_of(late_file()); }
  [[nodiscard]] std::string rows_file() const { return folder_ / "rows.jsonl"; }
  [[nodiscard]] std::string late_file() const { return folder_ / "late.jsonl"; }
  [[nodiscard]] const scratch_folder& folder() const { return folder_; }

private:
  scratch_folder folder_;
  std::string file_;
};

bool says(const command_outcome& outcome, const std::string& words) {
  BOOST_TEST_INFO(outcome.messages);
  return outcome.messages.find(words) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(state)

BOOST_DATA_TEST_CASE(a_run_that_was_stopped_goes_on_and_leaves_the_same_files,
                     bdata::make({"committed", "immediate"}) * bdata::make({"jsonl", "csv"}), visibility, kind) {
  const std::vector<std::string> settings{"--set", std::string("output.visibility=") + visibility, "--set",
                                          std::string("output.kind=") + kind};
  const flights_job plain;
  BOOST_TEST(plain.run(settings).status == 0);
  const flights_job stopped;
  const auto outcome =
      stopped.stop_in_the_middle(settings[0] + " " + settings[1] + " " + settings[2] + " " + settings[3]);
  BOOST_TEST(outcome.output == "status 0\n");
  BOOST_TEST(says(outcome, "stopped by a signal after epoch"));
  BOOST_TEST(stopped.rows().size() < plain.rows().size());
  auto again = settings;
  again.insert(again.end(), {"--actors", "5"});
  const auto ended = stopped.run_with_state(again);
  BOOST_TEST(ended.status == 0);
  BOOST_TEST(says(ended, "goes on from epoch"));
  BOOST_TEST((stopped.rows() == plain.rows()));
  BOOST_TEST((stopped.late() == plain.late()));
}

BOOST_AUTO_TEST_CASE(a_job_that_has_ended_does_nothing_more) {
  const flights_job job;
  BOOST_TEST(job.run_with_state().status == 0);
  const auto rows = job.rows();
  BOOST_TEST(!rows.empty());
  const auto again = job.run_with_state({"--set", "output.overwrite=true"});
  BOOST_TEST(again.status == 0);
  BOOST_TEST((job.rows() == rows));
}

BOOST_AUTO_TEST_CASE(an_output_that_no_epoch_knows_is_refused) {
  const flights_job job;
  std::ofstream(job.rows_file()) << "mine\n";
  const auto refused = job.run_with_state();
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(says(refused, "exists"));
  BOOST_TEST(job.rows() == "mine\n");
}

BOOST_DATA_TEST_CASE(a_state_that_does_not_fit_is_refused_and_says_what_differs,
                     bdata::make({"limits.key_groups=64", "source.path=examples/data/earthquakes.jsonl"}) ^
                         bdata::make({"128 key groups", "is not there any more"}),
                     setting, words) {
  const flights_job job;
  BOOST_TEST(job.stop_in_the_middle().output == "status 0\n");
  const auto rows = job.rows();
  const auto refused = job.run_with_state({"--set", setting});
  BOOST_TEST(refused.status == 4);
  BOOST_TEST(says(refused, words));
  BOOST_TEST((job.rows() == rows));
}

BOOST_AUTO_TEST_CASE(an_input_that_has_changed_is_refused) {
  const scratch_folder inputs;
  const auto input = inputs.write("in.jsonl", text_of(data));
  const flights_job job({}, input);
  BOOST_TEST(job.stop_in_the_middle().output == "status 0\n");
  std::filesystem::resize_file(input, 100);
  const auto refused = job.run_with_state();
  BOOST_TEST(refused.status == 4);
  BOOST_TEST(says(refused, "in.jsonl"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_holds_something_else_is_refused) {
  const flights_job job;
  std::filesystem::create_directory(job.folder() / "state");
  std::ofstream(job.folder() / "state/state.mdb") << "no state at all, but long enough to look like something\n";
  const auto refused = job.run_with_state();
  BOOST_TEST(refused.status == 4);
  BOOST_TEST(says(refused, "state"));
  BOOST_TEST(!std::filesystem::exists(job.rows_file()));
}

BOOST_AUTO_TEST_CASE(two_runs_on_one_state_are_refused) {
  const flights_job job;
  const auto outcome =
      shell("{} run " + shell_word(job.folder() / "job.toml") + " --state " + shell_word(job.folder() / "state") +
            " --set source.rate=2000/s --set checkpoint.interval=10ms & while [ ! -s " +
            shell_word(job.folder() / "state/state.mdb") + " ]; do sleep 0.01; done; {} run " +
            shell_word(job.folder() / "job.toml") + " --state " + shell_word(job.folder() / "state") +
            "; echo status $?; kill -TERM $!; wait $!");
  BOOST_TEST(outcome.output == "status 4\n");
}

BOOST_AUTO_TEST_CASE(what_a_state_holds_is_shown) {
  const flights_job job;
  BOOST_TEST(job.stop_in_the_middle().output == "status 0\n");
  const auto stopped = run_command({"state", job.folder() / "state"});
  BOOST_TEST(stopped.status == 0);
  BOOST_TEST(stopped.output.starts_with("pipeline flights, id "), stopped.output);
  BOOST_TEST(stopped.output.find("  examples/data/flights-20k.jsonl\n") != std::string::npos, stopped.output);
  BOOST_TEST(stopped.output.find(" 0 entries of") == std::string::npos, stopped.output);
  BOOST_TEST(job.run_with_state().status == 0);
  const auto ended = run_command({"state", job.folder() / "state"});
  BOOST_TEST(ended.output.find(", ended\n") != std::string::npos, ended.output);
  BOOST_TEST(ended.output.find("20000 events") != std::string::npos, ended.output);
  BOOST_TEST(ended.output.find("; 0 entries of 0 bytes") != std::string::npos, ended.output);
}

BOOST_AUTO_TEST_CASE(a_folder_without_state_is_shown_as_such) {
  const scratch_folder folder;
  const auto none = run_command({"state", folder / ""});
  BOOST_TEST(none.status == 4);
  BOOST_TEST(says(none, "is no state directory"));
}

BOOST_AUTO_TEST_CASE(a_quarantine_file_is_no_part_of_a_state) {
  const flights_job job("[limits]\nactors = 1\n");
  const auto refused = job.run_with_state({"--set", "source.on_error=quarantine:" + (job.folder() / "bad.jsonl")});
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(says(refused, "quarantine"));
}

BOOST_AUTO_TEST_CASE(standard_input_is_said_to_be_read_only_once) {
  const flights_job job({}, "-");
  const auto outcome = shell("head -n 100 " + std::string(data) + " | {} run " + shell_word(job.folder() / "job.toml") +
                             " --state " + shell_word(job.folder() / "state"));
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(says(outcome, "cannot be read again"));
}

BOOST_AUTO_TEST_SUITE_END()
