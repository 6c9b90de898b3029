#include "examples/conformance/report.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <stdexcept>
#include <string>

using namespace conformance;

namespace {

/// Says for every case that one event was dropped as late, or fails.
class one_dropped final : public engine {
public:
  bool fails = false;

  observation run_case(const test_case& /*wanted*/) override {
    if (fails) throw std::runtime_error("no engine");
    observation seen;
    seen.dropped_late = 1;
    return seen;
  }
};

test_case case_of(std::string id, std::uint64_t dropped_late) {
  test_case made;
  made.id = std::move(id);
  made.pipeline.window.type = window_type::tumbling;
  made.expect.dropped_late = dropped_late;
  return made;
}

struct printed {
  one_dropped engine;
  std::ostringstream out;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(report, printed)

BOOST_AUTO_TEST_CASE(passing_cases_print_the_tally_alone) {
  const auto counted = run_cases({case_of("a", 1), case_of("b", 1)}, engine, out);
  BOOST_TEST(counted.failed == 0U);
  BOOST_TEST(out.str() == "2 passed, 0 failed\n");
}

BOOST_AUTO_TEST_CASE(a_failing_case_prints_a_block_with_expected_and_got) {
  const auto counted = run_cases({case_of("a", 1), case_of("b", 0)}, engine, out);
  BOOST_TEST(counted.failed == 1U);
  BOOST_TEST(out.str() ==
             "failed b\n  dropped_late\n   expected\n    0\n   got\n    1\n"
             "1 passed, 1 failed\n");
}

BOOST_AUTO_TEST_CASE(an_engine_that_fails_fails_the_case_and_its_words_are_printed) {
  engine.fails = true;
  const auto counted = run_cases({case_of("a", 1)}, engine, out);
  BOOST_TEST(counted.failed == 1U);
  BOOST_TEST(out.str().find("no engine") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_case_that_needs_what_is_not_built_is_skipped_by_name) {
  auto needs_trigger = case_of("count-03", 0);
  needs_trigger.pipeline.trigger = "count";
  const auto counted = run_cases({needs_trigger}, engine, out);
  BOOST_TEST(counted.skipped == 1U);
  BOOST_TEST(out.str() == "skipped count-03: trigger count\n0 passed, 0 failed, 1 skipped\n");
}

BOOST_AUTO_TEST_CASE(an_optional_case_that_fails_is_printed_and_not_counted_as_failed) {
  auto optional = case_of("maybe", 0);
  optional.optional = true;
  const auto counted = run_cases({optional}, engine, out);
  BOOST_TEST(counted.failed == 0U);
  BOOST_TEST(out.str().find("failed maybe (optional)\n") == 0U);
  BOOST_TEST(out.str().find("\n0 passed, 0 failed\n") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
