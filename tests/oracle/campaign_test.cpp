// Random scripts on the operator, and that a campaign sees an engine that errs.
#include "campaign.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "compare.hpp"
#include "operator_engine.hpp"
#include "oracle.hpp"
#include "random_script.hpp"

namespace millrace::oracle {

namespace {

/// The operator with one thing wrong.
engine spoiled(const std::function<void(outcome&)>& spoil) {
  engine wrong = operator_engine();
  wrong.run = [run = wrong.run, spoil](const random_case& tried, std::uint64_t seed) {
    outcome got = run(tried, seed);
    spoil(got);
    return got;
  };
  return wrong;
}

std::size_t differences_of(const std::function<void(outcome&)>& spoil) {
  return run_campaign(spoiled(spoil), 1, 300, [](const std::string&) {}).differences;
}

/// Applies `spoil` to the last step with at least two rows.
auto in_rows(void (*spoil)(std::vector<result_row>&)) {
  return [spoil](outcome& all) {
    for (auto each = all.steps.rbegin(); each != all.steps.rend(); ++each) {
      if (each->rows.size() >= 2) return spoil(each->rows);
    }
  };
}

/// Where to begin is given by MILLRACE_FIRST_SEED, so that a campaign can be moved on.
std::uint64_t first_seed() {
  const char* given = std::getenv("MILLRACE_FIRST_SEED");
  return given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(random_scripts)

BOOST_AUTO_TEST_CASE(five_thousand_scripts_on_the_operator_differ_in_nothing) {
  const tally counted =
      run_campaign(operator_engine(), first_seed(), 5000, [](const std::string& report) { BOOST_ERROR(report); });
  BOOST_TEST_MESSAGE(text_of(counted));
  BOOST_TEST(counted.differences == 0U);
  const std::size_t least = counted.scripts / 20;
  BOOST_TEST(counted.scripts == 5000U);
  BOOST_TEST(counted.late >= least);
  BOOST_TEST(counted.partly_late >= least);
  BOOST_TEST(counted.refired >= least);
  BOOST_TEST(counted.merged >= least);
  BOOST_TEST(counted.merged_after_firing >= least);
  BOOST_TEST(counted.idle >= least);
  BOOST_TEST(counted.ended >= least);
}

BOOST_AUTO_TEST_CASE(five_thousand_scripts_differ_in_nothing_where_windows_share_slices) {
  const tally counted = run_campaign(operator_engine(operator_kind::sliced), first_seed(), 5000,
                                     [](const std::string& report) { BOOST_ERROR(report); });
  BOOST_TEST(counted.differences == 0U);
  BOOST_TEST(counted.scripts == 5000U);
}

BOOST_AUTO_TEST_CASE(an_engine_that_errs_in_one_thing_is_found) {
  BOOST_TEST(differences_of([](outcome&) {}) == 0U);
  BOOST_TEST(differences_of(in_rows([](auto& rows) { rows.pop_back(); })) > 0U);
  BOOST_TEST(differences_of(in_rows([](auto& rows) { rows.push_back(rows.back()); })) > 0U);
  BOOST_TEST(differences_of(in_rows([](auto& rows) { std::swap(rows.front(), rows.back()); })) > 0U);
  BOOST_TEST(differences_of(in_rows([](auto& rows) { rows.back().value.back() += 1; })) > 0U);
  BOOST_TEST(differences_of(in_rows([](auto& rows) { rows.back().kind = row_kind::update_after; })) > 0U);
  BOOST_TEST(differences_of(in_rows([](auto& rows) { rows.back().time = event_time{0}; })) > 0U);
  BOOST_TEST(differences_of([](outcome& all) { ++all.dropped_late; }) > 0U);
  BOOST_TEST(differences_of([](outcome& all) { ++all.partly_late; }) > 0U);
  BOOST_TEST(differences_of([](outcome& all) { ++all.in_gap; }) > 0U);
  BOOST_TEST(differences_of([](outcome& all) { ++all.steps.back().open_panes; }) > 0U);
  BOOST_TEST(differences_of([](outcome& all) { all.steps.back().watermark_out.reset(); }) > 0U);
  BOOST_TEST(differences_of([](outcome& all) { all.steps.front().idle_out = true; }) > 0U);
  BOOST_TEST(differences_of([](outcome& all) {
               for (step_outcome& each : all.steps) each.late.clear();
             }) > 0U);
}

BOOST_AUTO_TEST_CASE(an_engine_with_steps_of_its_own_is_compared_over_the_whole_script) {
  const auto differences = [](const std::function<void(outcome&)>& spoil) {
    engine wrong = spoiled(spoil);
    wrong.difference = difference_by_key;
    return run_campaign(wrong, 1, 300, [](const std::string&) {}).differences;
  };
  BOOST_TEST(differences([](outcome& all) { all.steps.insert(all.steps.begin(), step_outcome{}); }) == 0U);
  BOOST_TEST(differences(in_rows([](auto& rows) { rows.pop_back(); })) > 0U);
  BOOST_TEST(differences(in_rows([](auto& rows) { rows.back().value.back() += 1; })) > 0U);
  BOOST_TEST(differences([](outcome& all) { ++all.dropped_late; }) > 0U);
  BOOST_TEST(differences([](outcome& all) { ++all.steps.back().open_panes; }) > 0U);
  BOOST_TEST(differences([](outcome& all) { all.steps.back().watermark_out.reset(); }) > 0U);
  BOOST_TEST(differences([](outcome& all) { all.steps.back().forwarded = watermark{0}; }) > 0U);
  BOOST_TEST(differences([](outcome& all) { all.steps.front().idle_out = true; }) > 0U);
  BOOST_TEST(differences([](outcome& all) {
               for (step_outcome& each : all.steps) each.late.clear();
             }) > 0U);
}

BOOST_AUTO_TEST_CASE(a_difference_is_reported_with_its_seed_its_script_and_how_to_run_it_again) {
  std::string told;
  const auto spoil = [](outcome& all) { ++all.in_gap; };
  static_cast<void>(run_campaign(spoiled(spoil), 42, 1, [&](const std::string& report) { told = report; }));
  BOOST_TEST(told.find("seed 42: ") == 0U);
  BOOST_TEST(told.find("in a gap: expected") != std::string::npos);
  BOOST_TEST(told.find("oracle_scripts --engine operator --seeds 1 --first 42") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_difference_says_what_was_expected_and_what_came) {
  outcome expected;
  expected.steps.emplace_back().open_panes = 2;
  outcome got = expected;
  got.steps.back().open_panes = 0;
  BOOST_TEST(difference_by_step(expected, got).value_or("") == "step 0: open panes: expected 2, got 0\n");
  got = expected;
  got.steps.back().idle_out = true;
  BOOST_TEST(difference_by_step(expected, got).value_or("") == "step 0: idle status: expected no change, got idle\n");
  got = expected;
  got.steps.back().watermark_out = watermark{7};
  BOOST_TEST(difference_by_key(expected, got).value_or("") == "watermarks: expected , got 7 \n");
}

BOOST_AUTO_TEST_CASE(shrinking_keeps_the_steps_that_matter_and_the_ends) {
  script steps;
  for (std::int64_t i = 0; i < 40; ++i) steps.push_back({.kind = step_kind::event, .key = 1, .value = i});
  steps.push_back({.kind = step_kind::end});
  const auto fails = [](const script& tried) {
    bool seven = false;
    bool thirty = false;
    for (const step& each : tried) {
      seven = seven || each.value == 7;
      thirty = thirty || each.value == 30;
    }
    return seven && thirty;
  };
  const script least = shrunk(steps, fails);
  BOOST_REQUIRE(least.size() == 3U);
  BOOST_TEST(least[0].value == 7);
  BOOST_TEST(least[1].value == 30);
  BOOST_CHECK(least[2].kind == step_kind::end);
}

BOOST_AUTO_TEST_CASE(a_seed_gives_the_same_script_every_time) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const random_case once = case_of(seed);
    const random_case again = case_of(seed);
    BOOST_TEST(text_of(once.asked) + text_of(once.steps) == text_of(again.asked) + text_of(again.steps));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace millrace::oracle
