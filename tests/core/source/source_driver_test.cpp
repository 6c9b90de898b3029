#include <boost/test/unit_test.hpp>
#include <deque>
#include <string>
#include <tests/core/source/scripted_split.hpp>
#include <vector>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

using words = std::vector<std::string>;
using state = source_driver::state;

round_grid every(duration step) {
  round_grid grid;
  grid.add(step, 0ms);
  return grid;
}

#define CHECK_REPORTS(bench, ...) BOOST_TEST((bench).reports == (words{__VA_ARGS__}), boost::test_tools::per_element())

}  // namespace

BOOST_AUTO_TEST_CASE(a_round_ends_right_after_the_record_that_passes_a_grid_time) {
  auto script = records(1, 25);
  script.push_back(the_end);
  bench made{{script}, {.grid = every(10ms), .sources = {{}}}};
  BOOST_TEST((made.settle().what == state::ended));
  // The first watermark passes every grid time below it.
  CHECK_REPORTS(made, "1: 0=1", "2: 0=10", "3: 0=20", "4: 0=25 0 end");
}

BOOST_AUTO_TEST_CASE(a_round_ends_at_its_number_of_records) {
  auto script = records(1, 5);
  script.push_back(the_end);
  bench made{{script}, {.round = 2, .sources = {{}}}};
  made.settle();
  CHECK_REPORTS(made, "1: 0=2", "2: 0=4", "3: 0=5 0 end");
}

BOOST_AUTO_TEST_CASE(every_record_makes_rounds_of_one) {
  bench made{{records(1, 3)}, {.sources = {{.report = report_mode::every_record()}}}};
  made.settle();
  CHECK_REPORTS(made, "1: 0=1", "2: 0=2", "3: 0=3");
}

BOOST_AUTO_TEST_CASE(splits_are_read_in_fixed_turns) {
  auto first = records(1, 100);
  auto second = records(1001, 100);
  bench made{{first, second}, {.round = 64, .sources = {{}}}};
  made.settle();
  CHECK_REPORTS(made, "1: 0=64", "2: 1=1064", "3: 0=100 1=1092", "4: 1=1100");
}

BOOST_AUTO_TEST_CASE(a_live_split_that_runs_dry_ends_the_round) {
  bench made{{records(1, 3)}};
  const auto outcome = made.settle(5);
  BOOST_TEST((outcome.what == state::waiting));
  BOOST_TEST(outcome.wake_at.milliseconds == 15);
  CHECK_REPORTS(made, "1: 0=3");
}

BOOST_AUTO_TEST_CASE(nothing_is_reported_when_nothing_was_read) {
  bench made{{{}}};
  made.settle(5);
  made.settle(6);
  BOOST_TEST(made.reports.empty());
  BOOST_TEST(made.driver->dry_passes() == 2U);
}

BOOST_AUTO_TEST_CASE(a_dry_split_goes_idle_at_exactly_its_timeout) {
  bench made{{records(1, 1)}, {.sources = {{.idle_timeout = 100ms}}}};
  made.settle(0);
  made.settle(99);
  CHECK_REPORTS(made, "1: 0=1");
  made.settle(100);
  CHECK_REPORTS(made, "1: 0=1", "2: 0 idle");
  BOOST_TEST(made.driver->idle_splits() == 1U);
}

BOOST_AUTO_TEST_CASE(the_wait_ends_when_the_idle_timer_does) {
  bench made{{records(1, 1)}, {.poll_interval = 1s, .sources = {{.idle_timeout = 100ms}}}};
  BOOST_TEST(made.settle(0).wake_at.milliseconds == 100);
}

BOOST_AUTO_TEST_CASE(an_idle_split_says_active_before_its_next_record) {
  bench made{{records(1, 1)}, {.sources = {{.idle_timeout = 100ms}}}};
  made.settle(0);
  made.settle(100);
  made.splits[0]->script() = records(7, 1);
  made.settle(150);
  CHECK_REPORTS(made, "1: 0=1", "2: 0 idle", "3: 0 active", "4: 0=7");
}

BOOST_AUTO_TEST_CASE(time_spent_without_credit_is_not_idleness) {
  auto script = records(1, 1);
  script.push_back({turn_end::no_credit, 0});
  bench made{{script}, {.sources = {{.idle_timeout = 100ms}}}};
  BOOST_TEST((made.settle(10).what == state::no_credit));
  made.settle(500);
  made.settle(589);
  BOOST_TEST(made.driver->idle_splits() == 0U);
  made.settle(600);
  BOOST_TEST(made.driver->idle_splits() == 1U);
}

BOOST_AUTO_TEST_CASE(a_periodic_source_reports_by_the_clock_and_once_more_before_it_goes_idle) {
  bench made{{records(1, 1)}, {.sources = {{.idle_timeout = 100ms, .report = report_mode::periodic(40ms)}}}};
  made.settle(0);
  CHECK_REPORTS(made, "1:");
  made.settle(39);
  CHECK_REPORTS(made, "1:");
  made.settle(40);
  CHECK_REPORTS(made, "1:", "2: 0=1");
  made.splits[0]->script() = records(9, 1);
  made.settle(50);
  made.splits[0]->script().clear();
  made.settle(79);
  made.settle(150);
  CHECK_REPORTS(made, "1:", "2: 0=1", "3:", "4: 0=9", "5: 0 idle");
}

BOOST_AUTO_TEST_CASE(a_reader_that_says_idle_is_reported_idle_and_its_own_active_wakes_it) {
  std::deque<entry> script{{turn_end::signal, 30}, {turn_end::signal, 0}, {turn_end::wakes, 0}};
  bench made{{script}, {.sources = {{.report = report_mode::every_record()}}}};
  made.settle();
  CHECK_REPORTS(made, "1: 0=30", "2: 0 idle", "3: 0 active");
}

BOOST_AUTO_TEST_CASE(an_active_signal_does_not_restart_the_idle_timer) {
  bench made{{{{turn_end::signal, 30}}}, {.sources = {{.idle_timeout = 100ms, .report = report_mode::every_record()}}}};
  made.settle(0);
  made.settle(100);
  made.splits[0]->script() = {{turn_end::wakes, 0}};
  made.settle(150);
  CHECK_REPORTS(made, "1: 0=30", "2: 0 idle", "3: 0 active");
  made.settle(151);
  CHECK_REPORTS(made, "1: 0=30", "2: 0 idle", "3: 0 active", "4: 0 idle");
}

BOOST_AUTO_TEST_CASE(no_more_than_64_rounds_are_unanswered) {
  bench made{{records(1, 100)}, {.round = 1, .sources = {{}}}};
  made.answering = false;
  BOOST_TEST((made.settle().what == state::answers));
  BOOST_TEST(made.reports.size() == 64U);
  made.driver->on_answered(10);
  BOOST_TEST((made.settle().what == state::answers));
  BOOST_TEST(made.reports.size() == 74U);
}

BOOST_AUTO_TEST_CASE(drain_ends_every_split_with_what_it_has_reached) {
  bench made{{records(1, 3), records(11, 3)}};
  made.settle();
  made.driver->drain();
  BOOST_TEST((made.settle().what == state::ended));
  CHECK_REPORTS(made, "1: 0=3 1=13", "2: 0 end", "3: 1 end");
}

BOOST_AUTO_TEST_CASE(without_splits_the_source_has_ended_and_says_so_once) {
  bench made{{}};
  BOOST_TEST((made.settle().what == state::ended));
  BOOST_TEST((made.settle().what == state::ended));
  CHECK_REPORTS(made, "1:");
}

BOOST_AUTO_TEST_CASE(a_throttled_source_waits_and_its_round_goes_on) {
  auto script = records(1, 4);
  script.push_back(the_end);
  bench made{{script}, {.sources = {{.rate = 10}}}};
  const auto outcome = made.settle(0);
  BOOST_TEST((outcome.what == state::waiting));
  BOOST_TEST(outcome.wake_at.milliseconds == 100);
  BOOST_TEST(made.driver->records() == 1U);
  BOOST_TEST(made.reports.empty());
  for (std::int64_t now = 100; now <= 400; now += 100) made.settle(now);
  CHECK_REPORTS(made, "1: 0=4 0 end");
}

BOOST_AUTO_TEST_CASE(a_throttled_source_is_never_called_again_before_it_may_read) {
  bench made{{records(1, 100)}, {.sources = {{.rate = 10}}}};
  for (std::int64_t now = 0; now < 3000;) {
    const auto outcome = made.settle(now);
    BOOST_REQUIRE((outcome.what == state::waiting));
    BOOST_REQUIRE(outcome.wake_at.milliseconds > now);
    now = outcome.wake_at.milliseconds;
  }
  BOOST_TEST(made.driver->records() == 30U);
}

BOOST_AUTO_TEST_CASE(a_split_that_comes_back_behind_is_reported_behind_those_that_count) {
  // Split 0 goes idle, split 1 moves on; split 0 wakes behind, then catches up, which ends the round.
  bench made{{{{turn_end::signal, 5}, {turn_end::signal, 0}}, records(50, 1)}};
  made.settle();
  made.splits[0]->script() = {{turn_end::wakes, 0}, {turn_end::used_up, 20}};
  made.splits[1]->script() = records(60, 1);
  made.settle();
  made.splits[0]->script() = records(70, 1);
  made.splits[1]->script() = records(80, 1);
  made.settle();
  CHECK_REPORTS(made, "1: 0=5 0 idle", "2: 1=50", "3: 0 active", "4: 1=60 0=20", "5: 0=70", "6: 1=80");
}

BOOST_AUTO_TEST_CASE(the_place_of_a_barrier_is_the_end_of_the_running_round) {
  auto script = records(1, 200);
  script.push_back(the_end);
  bench made{{script}, {.round = 100, .sources = {{}}}};
  made.driver->want_barrier();
  BOOST_TEST((made.settle().what == state::barrier));
  BOOST_TEST(made.reports.empty());
  made.driver->barrier_sent();
  BOOST_TEST((made.driver->step(event_time{0}, {}, made).what == state::busy));
  CHECK_REPORTS(made, "1: 0=100");
  made.driver->want_barrier();
  BOOST_TEST((made.settle().what == state::barrier));
  CHECK_REPORTS(made, "1: 0=100");
}

BOOST_AUTO_TEST_CASE(a_throttle_does_not_hold_back_the_rest_of_a_round_that_a_barrier_waits_for) {
  bench made{{records(1, 200)}, {.round = 100, .sources = {{.rate = 10}}}};
  BOOST_TEST((made.settle().what == state::waiting));
  BOOST_TEST(made.driver->records() == 1U);
  made.driver->want_barrier();
  BOOST_TEST((made.settle().what == state::barrier));
  CHECK_REPORTS(made, "1: 0=100");
  BOOST_TEST(made.driver->records() == 100U);
  made.driver->barrier_sent();
  BOOST_TEST((made.settle().what == state::waiting));
}

BOOST_AUTO_TEST_CASE(a_source_with_nothing_to_read_or_at_its_end_is_at_the_place_of_a_barrier) {
  bench dry{{records(1, 3)}};
  BOOST_TEST((dry.settle().what == state::waiting));
  dry.driver->want_barrier();
  BOOST_TEST((dry.settle().what == state::barrier));
  auto script = records(1, 3);
  script.push_back(the_end);
  bench ended{{script}};
  BOOST_TEST((ended.settle().what == state::ended));
  ended.driver->want_barrier();
  BOOST_TEST((ended.settle().what == state::barrier));
  ended.driver->barrier_sent();
  BOOST_TEST((ended.settle().what == state::ended));
}

BOOST_AUTO_TEST_CASE(a_source_that_runs_dry_is_at_the_place_of_a_barrier_at_once) {
  auto script = records(1, 3);
  script.push_back({turn_end::no_credit, 0});
  script.push_back({turn_end::used_up, 4});
  bench made{{script}};
  BOOST_TEST((made.settle().what == state::no_credit));
  made.driver->want_barrier();
  BOOST_TEST((made.settle().what == state::barrier));
  CHECK_REPORTS(made, "1: 0=4");
  made.driver->barrier_sent();
  BOOST_TEST((made.settle().what == state::waiting));
}

BOOST_AUTO_TEST_CASE(a_driver_that_goes_on_from_a_barrier_reports_what_the_first_one_would_have) {
  const auto scripts = [] {
    auto first = records(1, 300);
    first.push_back(the_end);
    auto second = records(40, 500, 3);
    second.push_back({turn_end::signal, 0});
    second.push_back({turn_end::wakes, 0});
    for (const auto& one : records(2000, 50)) second.push_back(one);
    second.push_back(the_end);
    return std::vector<std::deque<entry>>{first, second};
  };
  const source_driver::options options{.round = 70, .grid = every(64ms), .sources = {{}}};
  bench whole{scripts(), options};
  BOOST_TEST((whole.settle().what == state::ended));
  for (std::size_t after = 0; after < whole.reports.size(); ++after) {
    bench stopped{scripts(), options};
    while (stopped.reports.size() < after) (void)stopped.driver->step(event_time{0}, {}, stopped);
    stopped.driver->want_barrier();
    BOOST_TEST((stopped.settle().what == state::barrier));
    bench resumed{scripts(), options};
    resumed.driver->resume(stopped.driver->place_to_resume());
    BOOST_TEST((resumed.settle().what == state::ended));
    // The numbers of rounds begin again.
    const std::size_t done = stopped.reports.size();
    BOOST_TEST_REQUIRE(resumed.reports.size() == whole.reports.size() - done);
    for (std::size_t index = 0; index < resumed.reports.size(); ++index) {
      const auto lines = [](const std::string& report) { return report.substr(report.find(':')); };
      BOOST_TEST(lines(resumed.reports[index]) == lines(whole.reports[done + index]));
    }
  }
}
