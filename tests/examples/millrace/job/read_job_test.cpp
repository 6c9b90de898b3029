#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "job/job_keys.hpp"
#include "job_text.hpp"

using namespace millrace;
using namespace millrace::command;
namespace bdata = boost::unit_test::data;

namespace {

struct wrong {
  const char* more;     // TOML behind the least job, from line 8 on
  const char* message;  // how the refusal begins
};
std::ostream& operator<<(std::ostream& stream, const wrong& one) {
  return stream << one.more;
}

const wrong unknowns[] = {
    {"[sink]\n", "job.toml line 8: [sink]: unknown section; accepted: source, watermark, where, key, window"},
    {"[watermarks]\n", "job.toml line 8: [watermarks]: unknown section"},
    {"[watermark]\nround = 1\nmax_disordr = \"1s\"\n",
     "job.toml line 10: watermark.max_disordr: unknown key; accepted: strategy, max_disorder, report"},
    {"[output]\nkind = \"parquet\"\n", "job.toml line 9: output.kind: \"parquet\" is unknown; accepted: jsonl, csv"},
    {"[output]\nmode = \"update\"\n",
     "job.toml line 9: output.mode: \"update\" is unknown; accepted: append, upsert, retract, final_only"},
    {"[watermark]\nstrategy = \"best\"\n",
     "job.toml line 9: watermark.strategy: \"best\" is unknown; accepted: bounded"},
    {"[where]\nfield = \"a\"\nop = \"=\"\nvalue = 1\n", "job.toml line 10: where.op: \"=\" is not a comparison"},
    {"worst = \"median:x\"\n", "job.toml line 8: aggregate.worst: \"median:x\" is not an aggregate; accepted: count"},
    {"worst = 1\n", "job.toml line 8: aggregate.worst: \"\" is not an aggregate"},
};

const wrong ranges[] = {
    {"[watermark]\nround = 0\n", "job.toml line 9: watermark.round: 0 is out of range; accepted: 1 to"},
    {"[watermark]\nround = \"many\"\n", "job.toml line 9: watermark.round: a whole number is needed"},
    {"[watermark]\nmax_disorder = 30\n", "job.toml line 9: watermark.max_disorder: a duration in quotes"},
    {"[watermark]\nmax_disorder = \"-1s\"\n",
     "job.toml line 9: watermark.max_disorder: -1s is out of range; accepted: at least 0s"},
    {"[watermark]\nidle_timeout = \"0s\"\n",
     "job.toml line 9: watermark.idle_timeout: 0s is out of range; accepted: at least 1ms"},
    {"[key]\nfields = \"origin\"\n", "job.toml line 9: key.fields: a list of texts"},
    {"[key]\nfields = [1]\n", "job.toml line 9: key.fields: a list of texts"},
    {"[key]\nfields = [\"a\", \"a\"]\n", "job.toml line 9: key.fields: 'a' would be in a row twice"},
    {"[key]\nfields = [\"window_end\"]\n", "job.toml line 9: key.fields: 'window_end' would be in a row twice"},
    {"[key]\nfields = [\"rows\"]\n", "job.toml line 7: aggregate.rows: would be in a row twice"},
    {"[limits]\nactors = 129\n", "job.toml line 9: limits.actors: 129 is out of range; accepted: 1 to 128"},
    {"[limits]\nkey_groups = 4\nactors = 5\n", "job.toml line 10: limits.actors: 5 is out of range; accepted: 1 to 4"},
    {"[output]\nlate = \"-\"\n", "job.toml line 9: output.late: \"-\" is output.path too"},
    {"[output]\noverwrite = 1\n", "job.toml line 9: output.overwrite: true or false is needed"},
    {"[output]\npath = \"\"\n", "job.toml line 9: output.path: a file or \"-\" is needed"},
    {"[where]\nfield = \"a\"\n", "job.toml line 8: where.op: is missing; required in [where]"},
    {"[where]\nfield = \"a\"\nop = \"<\"\nvalue = [1]\n",
     "job.toml line 11: where.value: text, a number, true or false"},
    {"[watermark]\nwatermark_step = \"1s\"\n",
     "job.toml line 9: watermark.watermark_step: has no meaning but with session windows"},
    {"[watermark]\nstrategy = \"monotonous\"\nmax_disorder = \"1s\"\n",
     "job.toml line 10: watermark.max_disorder: has no meaning with strategy = \"monotonous\""},
    {"[output]\nvisibility = \"soon\"\n",
     "job.toml line 9: output.visibility: \"soon\" is unknown; accepted: committed, immediate"},
    {"[checkpoint]\ninterval = \"0s\"\n", "job.toml line 9: checkpoint.interval: 0s is out of range"},
    {"[checkpoint]\ntimeout = \"2d\"\n", "job.toml line 9: checkpoint.timeout: 2d is out of range"},
    {"[checkpoint]\nguarantee = \"twice\"\n",
     "job.toml line 9: checkpoint.guarantee: \"twice\" is unknown; accepted: exactly_once, at_least_once"},
    {"[limits]\nrestart = \"fixed:3\"\n", "job.toml line 9: limits.restart: \"fixed:3\" is unknown; accepted: none"},
    {"[limits]\nrestart = \"fixed:-1:1s\"\n", "job.toml line 9: limits.restart: \"fixed:-1:1s\" is unknown"},
    {"[limits]\nrestart = \"exponential:2s:1s\"\n",
     "job.toml line 9: limits.restart: \"exponential:2s:1s\": the first pause is longer than the longest"},
    {"[[key]]\nfields = []\n", "job.toml line 8: [[key]]: only [[source]] may repeat"},
};

const wrong not_yet[] = {
    {"[watermark]\nstrategy = \"none\"\n", "job.toml line 9: watermark.strategy: not there yet: processing time"},
    {"[watermark]\nmax_drift = \"1s\"\n", "job.toml line 9: watermark.max_drift: not there yet: alignment"},
    {"[watermark]\nmax_future_skew = \"1s\"\n", "job.toml line 9: watermark.max_future_skew: not there yet"},
    {"[watermark]\nquarantine = \"f\"\n", "job.toml line 9: watermark.quarantine: not there yet"},
    {"[checkpoint]\nat_end = \"stop\"\n", "job.toml line 9: checkpoint.at_end: not there yet"},
    {"[limits]\nmemory = \"512MiB\"\n", "job.toml line 9: limits.memory: not there yet"},
};

bool begins(const std::string& text, const std::string& with) {
  BOOST_TEST_INFO("got: " << text);
  return text.starts_with(with);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reading_jobs)

BOOST_AUTO_TEST_CASE(the_least_job_has_the_defaults_of_the_table) {
  const auto job = read_text(least_job()).value();
  BOOST_TEST(job.name == "job");
  BOOST_TEST(job.sources.at(0).max_line == 16U * 1024 * 1024);
  BOOST_TEST((job.watermarks.strategy == watermark_strategy::bounded));
  BOOST_TEST(job.watermarks.max_disorder.count() == 0);
  BOOST_TEST(job.watermarks.round == 4096U);
  BOOST_TEST((job.window.kind == window_kind::tumbling));
  BOOST_TEST(job.key_fields.empty());
  BOOST_TEST(job.output.path == "-");
  BOOST_TEST((job.output.mode == output_mode::append));
  BOOST_TEST(!job.output.late.has_value());
  BOOST_TEST(job.limits.actors == 0U);
  BOOST_TEST(job.limits.source_actors == 1U);
  BOOST_TEST(job.limits.key_groups == 128U);
}

BOOST_AUTO_TEST_CASE(checkpoints_and_restarts_are_read) {
  const auto job = read_text(least_job("[checkpoint]\ninterval = \"20ms\"\nmin_pause = \"5ms\"\ntimeout = \"3s\"\n"
                                       "guarantee = \"at_least_once\"\n[output]\nvisibility = \"immediate\"\n"
                                       "[limits]\nrestart = \"exponential:1s:1min\"\n"))
                       .value();
  BOOST_TEST(job.checkpoint.interval.count() == 20);
  BOOST_TEST(job.checkpoint.min_pause.count() == 5);
  BOOST_TEST(job.checkpoint.timeout.count() == 3000);
  BOOST_TEST((job.checkpoint.guarantee == processing_guarantee::at_least_once));
  BOOST_TEST((job.output.shown == visibility::immediate));
  BOOST_TEST(job.limits.restart.restarts == restart_policy::without_limit);
  BOOST_TEST(job.limits.restart.first_pause.count() == 1000);
  BOOST_TEST(job.limits.restart.longest_pause.count() == 60'000);
  const auto fixed = read_text(least_job("[limits]\nrestart = \"fixed:3:50ms\"\n")).value();
  BOOST_TEST(fixed.limits.restart.restarts == 3U);
  BOOST_TEST(fixed.limits.restart.longest_pause.count() == 50);
}

BOOST_AUTO_TEST_CASE(columns_come_in_the_order_of_the_file) {
  const auto job = read_text(least_job("b = \"sum:x\"\na = \"max:y\"\n")).value();
  BOOST_TEST(job.columns.at(0).name == "rows");
  BOOST_TEST(job.columns.at(1).name == "b");
  BOOST_TEST(job.columns.at(2).name == "a");
}

BOOST_DATA_TEST_CASE(unknown_keys_and_values_name_file_line_and_what_is_accepted, bdata::make(unknowns), one) {
  BOOST_TEST(begins(refusal_of(least_job(one.more)), one.message));
}

BOOST_DATA_TEST_CASE(values_out_of_range_or_of_a_wrong_type_name_file_line_and_key, bdata::make(ranges), one) {
  BOOST_TEST(begins(refusal_of(least_job(one.more)), one.message));
}

BOOST_DATA_TEST_CASE(what_is_not_there_yet_says_so, bdata::make(not_yet), one) {
  BOOST_TEST(begins(refusal_of(least_job(one.more)), one.message));
}

BOOST_DATA_TEST_CASE(windows_that_are_not_there_yet_say_so, bdata::make({"count", "sliding_count", "global"}), kind) {
  BOOST_TEST(refusal_of(least_job(), {std::string("window.kind=") + kind}).find("not there yet") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(inputs_that_are_not_there_yet_say_so) {
  BOOST_TEST(refusal_of(least_job(), {"source.kind=csv"}).find("not there yet") != std::string::npos);
  BOOST_TEST(refusal_of(least_job(), {"source.path=tcp://localhost:1"}).find("not there yet") != std::string::npos);
  BOOST_TEST(refusal_of(least_job(), {"window.trigger=count:5"}).find("not there yet") != std::string::npos);
  BOOST_TEST(refusal_of(least_job(), {"window.flush_at_end=true"}).find("not there yet") != std::string::npos);
  BOOST_TEST(refusal_of(least_job(), {"window.kind=session", "window.max_length=8h"}).find("not there yet") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_misspelt_key_is_guessed) {
  BOOST_TEST(refusal_of(least_job(), {"window.sise=1h"}).find("did you mean 'size'?") != std::string::npos);
  BOOST_TEST(refusal_of(least_job("[watermarks]\n")).find("did you mean 'watermark'?") != std::string::npos);
  BOOST_TEST(refusal_of(least_job(), {"window.colour=1"}).find("did you mean") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(windows_say_which_lengths_they_need_and_take) {
  BOOST_TEST(begins(refusal_of(least_job(), {"window.kind=sliding"}), "job.toml line 4: window.slide: is missing"));
  BOOST_TEST(refusal_of(least_job(), {"window.kind=session"}).find("window.gap: is missing") != std::string::npos);
  BOOST_TEST(refusal_of(least_job(), {"window.gap=1s"}).find("window.gap: has no meaning") != std::string::npos);
  BOOST_TEST(begins(refusal_of(least_job(), {"window.size=0s"}),
                    "--set window.size=0s: window.size: 0s is out of range; accepted: at least 1ms"));
  BOOST_TEST(refusal_of(least_job(), {"window.kind=sliding", "window.slide=-1s"}).find("out of range") !=
             std::string::npos);
  for (const char* offset : {"1h", "-1h", "2h"}) {
    const auto refused = refusal_of(least_job(), {std::string("window.offset=") + offset});
    BOOST_TEST(refused.find("accepted: between -1h and 1h (the size), both excluded") != std::string::npos);
  }
  BOOST_TEST(refusal_of(least_job(), {"window.offset=-59min"}) == "accepted");
  BOOST_TEST(
      refusal_of(least_job(), {"window.kind=sliding", "window.slide=1min", "window.offset=1min"}).find("(the slide)") !=
      std::string::npos);
}

BOOST_AUTO_TEST_CASE(required_settings_are_missed) {
  const auto refused = refusal_of("name = \"empty\"\n");
  for (const char* path : {"source.path", "source.event_time", "window.size", "aggregate"}) {
    BOOST_TEST(refused.find(path) != std::string::npos);
  }
  BOOST_TEST(
      begins(refusal_of("name = \"x\"\nsource = 1\n"), "job.toml line 2: source: a section is needed: [source]"));
}

BOOST_AUTO_TEST_CASE(lateness_may_be_for_ever) {
  BOOST_TEST((read_text(least_job(), {"window.allowed_lateness=forever"}).value().window.allowed_lateness == forever));
}

BOOST_AUTO_TEST_CASE(every_problem_is_told_not_the_first_alone) {
  const auto refused = refusal_of(least_job("[watermark]\nround = 0\n[limits]\nkey_groups = 0\n"));
  BOOST_TEST(refused.find("watermark.round") != std::string::npos);
  BOOST_TEST(refused.find("limits.key_groups") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_printed_defaults_are_a_job_file_once_what_is_required_is_set) {
  const auto printed = defaults_as_toml();
  BOOST_TEST(refusal_of(printed, {"source.path=in.jsonl", "source.event_time=time", "window.size=1h",
                                  "aggregate.rows=count"}) == "accepted");
  for (const auto& key : job_keys()) {
    const auto name = std::string(key.name) + (key.fallback.empty() ? " =" : " = " + std::string(key.fallback));
    BOOST_TEST(printed.find(name) != std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()
