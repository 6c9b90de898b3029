// A pipeline that fails and is begun again from its last epoch, in a directory of its own.
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <memory>
#include <millrace/actors/connector/collection_sink.hpp>
#include <millrace/actors/run.hpp>
#include <tests/actors/engine/sensors.hpp>
#include <tests/storage/temporary_directory.hpp>

using namespace millrace;
using namespace millrace::testing;

namespace {

/// Sums that throw when they see a value for the `fails`-th time in all runs; every one counts.
result<logical_plan> failing_sums(const std::vector<reading>& all, std::shared_ptr<std::atomic<int>> left,
                                  collection_sink<sum_row> sink) {
  return from("readings", collection_source<reading>(all))
      .event_time([](const reading& one) { return one.time; })
      .watermarks(bounded_disorder({.delay = duration{40}}))
      .map([left](const reading& one) {
        if (one.time.milliseconds >= 1'500 && left->fetch_sub(1) > 0) throw std::runtime_error("not yet");
        return one;
      })
      .key_by([](const reading& one) { return one.sensor; })
      .window(tumbling::make({.size = duration{100}}))
      .aggregate(sum(&reading::value))
      .to("rows", sink)
      .build("sensors");
}

run_options with_restarts(const temporary_directory& folder, restart_policy policy) {
  run_options options{.actors = 2};
  options.restart = policy;
  options.state = state_options{.directory = folder.path() + "/state", .interval = duration{5}};
  return options;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_failed_run_is_begun_again_and_ends) {
  const temporary_directory folder;
  const auto all = readings(3'000, 20);
  const auto left = std::make_shared<std::atomic<int>>(1);
  collection_sink<sum_row> rows;
  auto started =
      start(failing_sums(all, left, rows).value(), with_restarts(folder, restart_policy::fixed(3, duration{1})));
  BOOST_TEST_REQUIRE(started.has_value(), (started ? "" : started.error().message));
  const auto ended = started.value().wait();
  BOOST_TEST_REQUIRE(ended.has_value(), (ended ? "" : ended.error().message));
  BOOST_TEST(started.value().progress().restarts == 1U);
  BOOST_TEST((started.value().last_failure()->code == error_code::user_function_threw));
  // This sink takes no part in epochs: rows since the last one come twice, with the same values.
  table last;
  for (const auto& row : rows.rows()) last[{row.key, row.window.start.milliseconds}] = row.value;
  BOOST_TEST((last == group_by(all)));
}

BOOST_AUTO_TEST_CASE(a_record_that_fails_again_ends_the_pipeline) {
  const temporary_directory folder;
  const auto left = std::make_shared<std::atomic<int>>(1'000'000);
  auto started = start(failing_sums(readings(3'000, 20), left, {}).value(),
                       with_restarts(folder, restart_policy::exponential(duration{1}, duration{1})));
  BOOST_TEST_REQUIRE(started.has_value(), (started ? "" : started.error().message));
  const auto ended = started.value().wait();
  BOOST_TEST_REQUIRE(ended.has_error());
  BOOST_TEST(ended.error().message.find("not yet") != std::string::npos);
  BOOST_TEST(ended.error().message.find("came back after a restart") != std::string::npos, ended.error().message);
}

BOOST_AUTO_TEST_CASE(a_restart_policy_without_state_is_refused) {
  run_options options;
  options.restart = restart_policy::fixed(1, duration{1});
  const auto started = start(failing_sums(readings(10, 2), std::make_shared<std::atomic<int>>(0), {}).value(), options);
  BOOST_TEST_REQUIRE(started.has_error());
  BOOST_TEST((started.error().code == error_code::option_conflict));
}
