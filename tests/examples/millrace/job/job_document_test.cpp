#include "job/job_document.hpp"

#include <boost/test/unit_test.hpp>

#include "job_text.hpp"

using namespace millrace;
using namespace millrace::command;

BOOST_AUTO_TEST_SUITE(job_documents)

BOOST_AUTO_TEST_CASE(sections_and_settings_keep_the_order_of_the_file) {
  const auto document = parse_job_document(
                            "name = \"n\"\n[b]\nz = 1\na = 2.5\n[[source]]\nq = true\n[[source]]\n"
                            "q = [\"x\"]\nd = 2001-01-01\n",
                            "job.toml")
                            .value();
  BOOST_REQUIRE_EQUAL(document.sections.size(), 4U);
  BOOST_TEST(document.sections[0].settings.at(0).name == "name");
  BOOST_TEST(document.sections[1].settings.at(0).name == "z");
  BOOST_TEST(document.sections[1].settings.at(1).place == "job.toml line 4");
  BOOST_TEST(document.named("source").size() == 2U);
  BOOST_TEST(document.sections[2].repeated);
  BOOST_TEST(std::holds_alternative<std::vector<json_value>>(document.sections[3].find("q")->value));
  BOOST_TEST(std::holds_alternative<other_value>(document.sections[3].find("d")->value));
}

BOOST_AUTO_TEST_CASE(what_is_not_toml_is_refused_with_its_line) {
  const auto refused = parse_job_document("[source]\npath = in.jsonl\n", "job.toml");
  BOOST_REQUIRE(!refused);
  BOOST_TEST(refused.error().message.find("job.toml line 2: not valid TOML: ") == 0U);
}

BOOST_AUTO_TEST_CASE(set_replaces_adds_and_makes_sections) {
  const auto job = read_text(least_job(), {"window.size=5min", "window.allowed_lateness=\"1h\"", "limits.actors=3",
                                           "name=x", "aggregate.total=sum:delay", "key.fields=[\"origin\"]",
                                           "where.field=f", "where.op=<", "where.value=-1.5"})
                       .value();
  BOOST_TEST(job.window.size.count() == 300'000);
  BOOST_TEST(job.window.allowed_lateness.count() == 3'600'000);
  BOOST_TEST(job.limits.actors == 3U);
  BOOST_TEST(job.name == "x");
  BOOST_TEST(job.columns.at(1).name == "total");
  BOOST_TEST(job.key_fields.at(0) == "origin");
  BOOST_TEST((job.where->value == json_value(-1.5)));
}

BOOST_AUTO_TEST_CASE(set_reaches_one_source_by_number_and_all_without) {
  const std::string two =
      "[[source]]\npath=\"a\"\nevent_time=\"t\"\n[[source]]\npath=\"b\"\nevent_time=\"t\"\n"
      "[window]\nsize=\"1h\"\n[aggregate]\nn=\"count\"\n";
  const auto job = read_text(two, {"source.1.path=c", "source.time_format=s"}).value();
  BOOST_TEST(job.sources.at(0).path == "a");
  BOOST_TEST(job.sources.at(1).path == "c");
  for (const auto& source : job.sources) BOOST_TEST(source.format.expected() == "a number of seconds since 1970");
  BOOST_TEST(refusal_of(two, {"source.2.path=c"}) == "--set source.2.path=c: there are 2 sources, counted from 0");
}

BOOST_AUTO_TEST_CASE(a_wrong_assignment_is_refused_by_its_own_words) {
  BOOST_TEST(refusal_of(least_job(), {"window.size"}).find("--set window.size: PATH=VALUE is needed") == 0U);
  BOOST_TEST(refusal_of(least_job(), {"=1"}).find("--set =1: ") == 0U);
  BOOST_TEST(refusal_of(least_job(), {".size=1"}).find("--set .size=1: ") == 0U);
  BOOST_TEST(refusal_of(least_job(), {"window.sise=1h"}).find("--set window.sise=1h: window.sise: unknown key") == 0U);
  BOOST_TEST(refusal_of(least_job(), {"limits.actors=many"}) ==
             "--set limits.actors=many: limits.actors: a whole number is needed");
}

BOOST_AUTO_TEST_SUITE_END()
