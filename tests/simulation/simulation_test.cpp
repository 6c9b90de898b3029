// A few hundred seeds on every run of the tests, and that the same command finds what is planted.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include "campaign.hpp"
#include "faults.hpp"
#include "simulated_run.hpp"

namespace millrace::simulation {

namespace {

/// Plants a fault for as long as it lives.
class planting {
public:
  explicit planting(engine::planted_fault fault) { engine::planted() = fault; }
  ~planting() { engine::planted() = engine::planted_fault::none; }
  planting(const planting&) = delete;
  planting& operator=(const planting&) = delete;

private:
#ifdef __SANITIZE_ADDRESS__
  // A graph with a fault may never come to its end: what it leaves behind is no finding.
  __lsan::ScopedDisabler leaks_;
#endif
};

/// What the first seed out of `seeds` that fails is found to have, or nothing.
std::string found_with(engine::planted_fault fault, std::uint64_t seeds) {
  const planting now(fault);
  std::string first;
  static_cast<void>(run_campaign(1, seeds, 1, [&](std::uint64_t, const std::string& violation) { first = violation; }));
  return first;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(simulation)

BOOST_AUTO_TEST_CASE(six_hundred_seeds_break_no_rule_and_see_what_they_are_for) {
  const tally counted = run_campaign(
      1, 600, 5, [](std::uint64_t seed, const std::string& violation) { BOOST_ERROR(report_on(seed, violation)); });
  BOOST_TEST_MESSAGE(text_of(counted));
  BOOST_TEST(counted.seeds == 600U);
  BOOST_TEST(counted.violations == 0U);
  BOOST_TEST(counted.schedules.size() == 600U);
  for (const auto happened : {counted.suspended_firing,
                              counted.suspended_batch,
                              counted.parked_batch,
                              counted.woke_behind,
                              counted.went_idle,
                              counted.starved,
                              counted.timeout_before_actor,
                              counted.preempted,
                              counted.late,
                              counted.stopped,
                              counted.drained,
                              counted.thrown,
                              counted.behind_windows,
                              counted.behind_each_event,
                              counted.completed_epoch,
                              counted.cancelled_epoch,
                              counted.held_behind_barrier,
                              counted.restored,
                              counted.restored_twice,
                              counted.kept_state,
                              counted.crashed,
                              counted.rescaled,
                              counted.failed_commit,
                              counted.slow_store,
                              counted.at_least_once}) {
    BOOST_TEST(happened >= 6U);
  }
}

BOOST_AUTO_TEST_CASE(a_watermark_sent_before_its_batch_is_found) {
  BOOST_TEST(!found_with(engine::planted_fault::watermark_before_batch, 300).empty());
}

BOOST_AUTO_TEST_CASE(a_round_that_is_not_awaited_is_found) {
  const auto found = found_with(engine::planted_fault::round_not_awaited, 300);
  BOOST_TEST(found.find("was applied before the answer to round") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(credit_leaked_on_an_exception_is_found) {
  const auto found = found_with(engine::planted_fault::credit_leaked, 600);
  BOOST_TEST(found.find("a buffer of theirs has not come back") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_answer_to_the_sink_that_overtakes_rows_is_found) {
  const auto found = found_with(engine::planted_fault::answer_overtakes_rows, 300);
  BOOST_TEST(found.find("rows of key") == 0U);
}

BOOST_AUTO_TEST_CASE(an_ended_source_that_does_not_answer_a_barrier_is_found) {
  const auto found = found_with(engine::planted_fault::ended_source_silent, 1000);
  // It waits for ever, or, where state is kept, until the last epoch is given up.
  const bool waits = found.find("nobody had anything to do") != std::string::npos;
  BOOST_TEST((waits || found.find("the last epoch was not complete") != std::string::npos), found);
}

BOOST_AUTO_TEST_CASE(a_barrier_in_mid_round_is_found) {
  BOOST_TEST(!found_with(engine::planted_fault::barrier_in_mid_round, 300).empty());
}

BOOST_AUTO_TEST_CASE(faults_of_what_is_stored_are_found) {
  for (const auto& [name, fault] : fault_names()) {
    if (fault < engine::planted_fault::position_before_batch) continue;
    BOOST_TEST(!found_with(fault, 200).empty(), "not found: " << name);
  }
}

BOOST_AUTO_TEST_CASE(a_seed_gives_the_same_schedule_and_the_same_rows_every_time) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto once = run(scenario_of(seed));
    const auto again = run(scenario_of(seed));
    BOOST_TEST(once.schedule == again.schedule);
    BOOST_TEST(once.turns == again.turns);
    BOOST_REQUIRE(once.rows.rows.size() == again.rows.rows.size());
    for (std::size_t i = 0; i < once.rows.rows.size(); ++i) {
      BOOST_TEST((once.rows.rows[i].row == again.rows.rows[i].row));
      BOOST_TEST(once.rows.rows[i].step == again.rows.rows[i].step);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_violation_is_reported_with_its_seed_how_to_run_it_again_and_a_smaller_scenario) {
  const planting now(engine::planted_fault::answer_overtakes_rows);
  std::string told;
  static_cast<void>(run_campaign(1, 300, 1, [&](std::uint64_t seed, const std::string& violation) {
    told = report_on(seed, violation);
    BOOST_TEST(told.find("again: simulation --seeds 1 --first " + std::to_string(seed)) != std::string::npos);
    BOOST_TEST(told == report_on(seed, violation));
  }));
  BOOST_TEST(told.find("shrunk to: ") != std::string::npos);
  BOOST_TEST(told.find("gone when run again") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace millrace::simulation
