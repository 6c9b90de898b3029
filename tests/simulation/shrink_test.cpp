#include "shrink.hpp"

#include <boost/test/unit_test.hpp>
#include <set>
#include <vector>

namespace millrace::simulation {

namespace {

/// The numbers of the events that are left.
std::set<std::size_t> numbers_in(const scenario& left) {
  std::set<std::size_t> numbers;
  for (const auto& split : left.splits) {
    for (const auto& each : split) {
      if (each.what.kind == oracle::step_kind::event) numbers.insert(number_of(each.what.value));
    }
  }
  return numbers;
}

/// A scenario with many events and every disturbance.
scenario busy() {
  scenario made;
  made.asked.splits = 2;
  made.splits.resize(2);
  for (std::size_t i = 0; i < 40; ++i) {
    made.splits[i % 2].push_back({.stall = duration{5}, .what = {.value = value_of(-3, i)}});
  }
  made.source_actors = 2;
  made.actors = 4;
  made.control = control_kind::drain;
  made.throws = throwing_place::sink;
  made.idle_timeout = duration{10};
  made.schedule = {
      .seed = 7, .policy = picking::sticky, .timeout_percent = 30, .starve_percent = 2, .preempt_percent = 5};
  return made;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shrinking)

BOOST_AUTO_TEST_CASE(steps_that_do_not_matter_are_left_out) {
  const auto least = shrunk(busy(), [](const scenario& tried) {
    const auto numbers = numbers_in(tried);
    return numbers.contains(7) && numbers.contains(30);
  });
  BOOST_TEST(steps_of(least) == 2U);
  BOOST_TEST(least.splits.size() == 2U);
  BOOST_TEST(least.actors == 1U);
  BOOST_CHECK(least.control == control_kind::none);
  BOOST_CHECK(least.throws == throwing_place::nowhere);
  BOOST_TEST(least.schedule.preempt_percent == 0U);
}

BOOST_AUTO_TEST_CASE(what_matters_stays) {
  const auto least = shrunk(busy(), [](const scenario& tried) {
    return tried.control == control_kind::drain && tried.actors >= 2 && numbers_in(tried).contains(0);
  });
  BOOST_TEST(steps_of(least) == 1U);
  BOOST_TEST(least.actors == 2U);
  BOOST_CHECK(least.control == control_kind::drain);
}

BOOST_AUTO_TEST_CASE(a_scenario_that_fails_with_another_schedule_only_is_kept_with_that_one) {
  const auto least = shrunk(busy(), [](const scenario& tried) {
    return tried.schedule.seed == 7 ? steps_of(tried) == 40 : tried.schedule.seed == 8;
  });
  BOOST_TEST(least.schedule.seed == 8U);
  BOOST_TEST(steps_of(least) == 0U);
}

BOOST_AUTO_TEST_CASE(the_number_of_an_event_is_in_its_value) {
  for (const std::int64_t plain : std::vector<std::int64_t>{-1'000'000'000'000, -1000, -3, -1, 0, 1, 999, 123456}) {
    for (const std::size_t number : {0U, 1U, 57U, 999U}) BOOST_TEST(number_of(value_of(plain, number)) == number);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace millrace::simulation
