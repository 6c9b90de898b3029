// A good recording, spoilt in one thing: the judge sees each.
#include "judge.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>

#include "simulated_run.hpp"

namespace millrace::simulation {

namespace {

/// Two splits, two keys, windows of ten, one event late.
scenario plain() {
  scenario made;
  made.asked = {.window = oracle::window_kind::tumbling,
                .size = duration{10},
                .function = oracle::function_kind::collect,
                .splits = 2};
  made.disorder = duration{0};
  made.splits.resize(2);
  std::size_t number = 0;
  for (const std::int64_t time : {1, 4, 12, 15, 3, 31, 48}) {
    for (std::uint32_t split = 0; split < 2; ++split) {
      made.splits[split].push_back(
          {.what = {.split = split, .key = time % 2 + 1, .time = event_time{time}, .value = value_of(1, number++)}});
    }
  }
  made.actors = 2;
  made.source_actors = 2;
  made.round = 1;
  made.schedule.seed = 3;
  return made;
}

/// The same behind another stage, with two epochs in its midst.
scenario two_epochs() {
  auto made = plain();
  made.before = stage_before::windows;
  made.epochs_at = {40, 90};
  while (run(made).epochs.size() < 2) ++made.schedule.seed;
  return made;
}

/// What is found in the recording of the plain scenario after `spoil`.
std::string found_after(const std::function<void(recording&)>& spoil) {
  auto seen = run(plain());
  spoil(seen);
  return violation_in(plain(), seen).value_or("nothing");
}

void expect(const std::string& words, const std::function<void(recording&)>& spoil) {
  const auto found = found_after(spoil);
  BOOST_TEST(found.find(words) != std::string::npos, "expected \"" << words << "\", found " << found);
}

/// The first operator with a rise and an event, which any of the two may be.
std::vector<operator_call>& calls_of(recording& seen) {
  auto& actors = seen.stages.front();
  return actors[actors[0].calls.size() > actors[1].calls.size() ? 0 : 1].calls;
}

std::size_t first_event(const std::vector<operator_call>& calls) {
  std::size_t index = 0;
  while (calls[index].what != call_kind::event) ++index;
  return index;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(judging)

BOOST_AUTO_TEST_CASE(a_good_recording_has_nothing_and_something_of_everything) {
  const auto seen = run(plain());
  BOOST_TEST(found_after([](recording&) {}) == "nothing");
  BOOST_TEST(!seen.rows.rows.empty());
  BOOST_TEST(!seen.late.rows.empty());
  BOOST_TEST(seen.pools.size() == 2U + 4U);
}

BOOST_AUTO_TEST_CASE(what_is_left_behind_is_seen) {
  const auto pool = buffer_pool::make(
      1, [] { return std::make_unique<row_batch<int>>(); }, [] {});
  expect("does not come to an end", [](recording& seen) { seen.outcome.reset(); });
  expect("failed with: broken", [](recording& seen) { seen.outcome = error{error_code::internal, "broken"}; });
  expect("did not fail", [](recording& seen) { seen.thrown = true; });
  expect("nobody asked for",
         [](recording& seen) { seen.outcome = run_summary{.how = run_end::stopped, .counts = {}}; });
  expect("actors are left", [](recording& seen) { seen.actors_left = 1; });
  expect("still have messages", [](recording& seen) { seen.jobs_left = 1; });
  expect("has not come back", [&](recording& seen) { seen.pools.push_back(pool); });
  expect("behind the end of its step", [](recording& seen) { seen.late.rows_behind_their_step = 1; });
  expect("finished 0 times", [](recording& seen) { seen.rows.finishes = 0; });
}

BOOST_AUTO_TEST_CASE(wrong_answers_are_seen) {
  expect("was told", [](recording& seen) { ++seen.stages[0][0].answers[2].combined.milliseconds; });
  expect("was told", [](recording& seen) { seen.stages[0][1].answers[2].idle = true; });
  expect("misses answer", [](recording& seen) { seen.stages[0][1].answers.pop_back(); });
  expect("was told", [](recording& seen) { seen.answers_to_sources[0].front().input = 1; });
  expect("reported round", [](recording& seen) { std::swap(seen.reports.front().round, seen.reports.back().round); });
}

BOOST_AUTO_TEST_CASE(events_that_are_lost_doubled_or_out_of_their_round_are_seen) {
  expect("sent and not applied", [](recording& seen) {
    calls_of(seen).erase(calls_of(seen).begin() + static_cast<std::ptrdiff_t>(first_event(calls_of(seen))));
  });
  expect("applied twice",
         [](recording& seen) { calls_of(seen).push_back(calls_of(seen)[first_event(calls_of(seen))]); });
  expect("was sent twice", [](recording& seen) { seen.arrivals.push_back(seen.arrivals.front()); });
  expect("which it was not sent", [](recording& seen) { seen.arrivals.erase(seen.arrivals.begin()); });
  expect("after the answer to it", [](recording& seen) {
    auto& calls = calls_of(seen);
    const auto moved = calls[first_event(calls)];
    calls.erase(calls.begin() + static_cast<std::ptrdiff_t>(first_event(calls)));
    calls.push_back(moved);
  });
  expect("before the answer to round", [](recording& seen) {
    auto& calls = calls_of(seen);
    std::size_t last = calls.size() - 1;
    while (calls[last].what != call_kind::event) --last;
    const auto moved = calls[last];
    calls.erase(calls.begin() + static_cast<std::ptrdiff_t>(last));
    calls.insert(calls.begin(), moved);
  });
  expect("rose to", [](recording& seen) {
    for (auto& call : calls_of(seen)) {
      if (call.what == call_kind::rise && call.to != watermark::final()) ++call.to.milliseconds;
    }
  });
}

BOOST_AUTO_TEST_CASE(a_report_that_runs_ahead_or_stays_behind_is_seen) {
  // The answers follow from the reports, so the part that judges the reports is asked alone.
  const auto found = [](std::int64_t by) {
    auto seen = run(plain());
    for (auto& report : seen.reports) {
      for (auto& line : report.lines) {
        if (line.event == split_event::watermark) line.mark.milliseconds += by;
      }
    }
    return violation_of_watermarks(plain(), seen, {}).value_or("nothing");
  };
  BOOST_TEST(found(0) == "nothing");
  BOOST_TEST(found(1).find("what was sent says") != std::string::npos);
  BOOST_TEST(found(-1).find("what was sent says") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(rows_that_are_lost_doubled_changed_or_in_another_step_are_seen) {
  expect("rows of key", [](recording& seen) { seen.rows.rows.pop_back(); });
  expect("rows of key", [](recording& seen) { seen.rows.rows.push_back(seen.rows.rows.front()); });
  expect("rows of key", [](recording& seen) { ++seen.rows.rows.front().row.value.front(); });
  expect("rows of key", [](recording& seen) { ++seen.rows.rows.front().step; });
  expect("late events of key", [](recording& seen) { seen.late.rows.pop_back(); });
  expect("late events of key", [](recording& seen) { ++seen.late.rows.front().row.judged_by.milliseconds; });
  expect("steps were closed", [](recording& seen) { seen.late.steps.pop_back(); });
  expect("forwards", [](recording& seen) { ++seen.rows.steps[1].mark.milliseconds; });
}

BOOST_AUTO_TEST_CASE(an_epoch_that_is_not_complete_or_cuts_at_another_place_is_seen) {
  auto asked = two_epochs();
  const auto good = run(asked);
  BOOST_REQUIRE(good.epochs.size() == 2U);
  BOOST_TEST(violation_in(asked, good).value_or("nothing") == "nothing");
  const auto found_in = [&](const std::function<void(recording&)>& spoil) {
    auto seen = run(asked);
    spoil(seen);
    return violation_in(asked, seen).value_or("nothing");
  };
  const auto sees = [&](const std::string& words, const std::function<void(recording&)>& spoil) {
    const auto found = found_in(spoil);
    BOOST_TEST(found.find(words) != std::string::npos, "expected \"" << words << "\", found " << found);
  };
  sees("nobody had anything to do", [](recording& seen) { seen.epoch_stood_still = true; });
  sees("epochs were begun", [](recording& seen) { ++seen.counted.begun; });
  sees("was completed after", [](recording& seen) { std::swap(seen.epochs[0], seen.epochs[1]); });
  sees("it was aligned after", [](recording& seen) { ++seen.rounds_before_barrier.begin()->second; });
  sees("was not frozen", [](recording& seen) {
    std::erase_if(seen.stages[0][1].calls, [](const auto& call) { return call.what == call_kind::freeze; });
  });
  sees("was frozen for epoch", [](recording& seen) {
    auto& calls = seen.stages[0][1].calls;
    const auto frozen =
        std::find_if(calls.begin(), calls.end(), [](const auto& call) { return call.what == call_kind::freeze; });
    std::rotate(calls.begin(), frozen, frozen + 1);
  });
}

BOOST_AUTO_TEST_CASE(a_run_that_goes_on_from_an_epoch_is_judged_with_what_was_before) {
  const auto asked = two_epochs();
  const auto seen = run(asked);
  engine::restore_point from;
  from.add(seen.epochs[0]);
  const auto rest = run(asked, from);
  const auto before = past_of(seen, seen.epochs[0]);
  BOOST_TEST(!before.reports.empty());
  BOOST_TEST(violation_in(asked, rest, before).value_or("nothing") == "nothing");
  BOOST_TEST(violation_in(asked, rest).has_value());
  BOOST_TEST(violation_in(asked, seen, before).has_value());
}

BOOST_AUTO_TEST_CASE(wrong_counts_are_seen) {
  const auto with = [](const std::function<void(run_progress&)>& change) {
    return [change](recording& seen) {
      auto summary = seen.outcome->value();
      change(summary.counts);
      seen.outcome = summary;
    };
  };
  expect("events: expected", with([](run_progress& counts) { ++counts.events; }));
  expect("dropped late: expected", with([](run_progress& counts) { ++counts.dropped_late; }));
  expect("partly late: expected", with([](run_progress& counts) { ++counts.partly_late; }));
  expect("in a gap: expected", with([](run_progress& counts) { ++counts.in_gap; }));
  expect("open panes: expected", with([](run_progress& counts) { ++counts.open_panes; }));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace millrace::simulation
