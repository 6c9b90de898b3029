#include <atomic>
#include <boost/test/unit_test.hpp>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <tests/actors/engine/sensors.hpp>
#include <thread>

using namespace millrace;
using namespace millrace::testing;

namespace {

/// Readings without an end, one a millisecond of event time.
auto endless() {
  return generator_source<reading>(std::uint64_t{1} << 60U, [](std::uint64_t number) {
    const auto index = static_cast<std::int64_t>(number);
    return reading{index % 10, event_time{index}, 1};
  });
}

void wait_for_records(const running_pipeline& running, std::uint64_t records) {
  while (running.progress().records_read < records) std::this_thread::yield();
}

/// A gate that a sink waits at.
struct gate {
  std::mutex mutex;
  std::condition_variable opened;
  bool open = false;
  std::atomic<bool> reached{false};

  void pass() {
    reached = true;
    std::unique_lock lock{mutex};
    opened.wait(lock, [this] { return open; });
  }
  void release() {
    {
      const std::lock_guard lock{mutex};
      open = true;
    }
    opened.notify_all();
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(stop_sends_no_final_watermark) {
  const collection_sink<sum_row> rows;
  auto running = start(sums(endless(), rows).value());
  BOOST_REQUIRE(running.has_value());
  wait_for_records(running.value(), 50'000);
  const auto stopped = running.value().stop();
  BOOST_REQUIRE(stopped.has_value());
  BOOST_TEST((stopped.value().how == run_end::stopped));
  BOOST_TEST(stopped.value().counts.open_panes > 0U);
  // Every window that fired is whole.
  for (const auto& one : rows.rows()) BOOST_REQUIRE(one.value == 10);
}

BOOST_AUTO_TEST_CASE(drain_fires_everything) {
  const collection_sink<sum_row> rows;
  auto running = start(sums(endless(), rows).value());
  BOOST_REQUIRE(running.has_value());
  wait_for_records(running.value(), 10'000);
  running.value().drain();
  const auto drained = running.value().wait();
  BOOST_REQUIRE(drained.has_value());
  BOOST_TEST((drained.value().how == run_end::drained));
  BOOST_TEST(drained.value().counts.open_panes == 0U);
  std::uint64_t total = 0;
  for (const auto& one : rows.rows()) total += static_cast<std::uint64_t>(one.value);
  BOOST_TEST(total == drained.value().counts.records_read);
}

BOOST_AUTO_TEST_CASE(stop_after_the_end_reports_the_end) {
  const collection_sink<sum_row> rows;
  auto running = start(sums(collection_source<reading>(readings(100, 3)), rows).value());
  BOOST_REQUIRE(running.has_value());
  BOOST_REQUIRE(running.value().wait().has_value());
  const auto stopped = running.value().stop();
  BOOST_REQUIRE(stopped.has_value());
  BOOST_TEST((stopped.value().how == run_end::ended));
}

BOOST_AUTO_TEST_CASE(the_destructor_stops_a_running_pipeline) {
  const collection_sink<sum_row> rows;
  { auto running = start(sums(endless(), rows).value()); }
  BOOST_TEST(true, "came back");
}

BOOST_AUTO_TEST_CASE(a_sink_that_waits_holds_the_source_back_and_nothing_is_lost) {
  gate closed;
  std::atomic<std::uint64_t> total{0};
  auto plan = sums(endless(), callback_sink([&](const sum_row& one) {
                     closed.pass();
                     total += static_cast<std::uint64_t>(one.value);
                   }));
  auto running = start(std::move(plan.value()), {.actors = 2, .round = 64, .batch = 4});
  BOOST_REQUIRE(running.has_value());
  // Credit runs out: reading stops although there is no end of records.
  std::uint64_t before = 1;
  std::uint64_t now = 0;
  while (before != now || now == 0) {
    before = now;
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    now = running.value().progress().records_read;
  }
  BOOST_TEST(running.value().progress().splits_idle == 0U);
  closed.release();
  wait_for_records(running.value(), now + 10'000);
  running.value().drain();
  const auto drained = running.value().wait();
  BOOST_REQUIRE(drained.has_value());
  BOOST_TEST(total.load() == drained.value().counts.records_read);
}

BOOST_AUTO_TEST_CASE(a_stop_that_is_not_obeyed_names_who_did_not_answer) {
  // The sink, left alone in its thread, goes through the gate after this test is over.
  const auto closed = std::make_shared<gate>();
  auto plan = sums(endless(), callback_sink([closed](const sum_row&) { closed->pass(); }));
  auto running = start(std::move(plan.value()), {.stop_limit = duration{200}});
  BOOST_REQUIRE(running.has_value());
  // How far the source gets before credit runs out is not fixed; that the sink hangs is what matters.
  while (!closed->reached) std::this_thread::yield();
  const auto stopped = running.value().stop();
  BOOST_REQUIRE(stopped.has_error());
  BOOST_TEST((stopped.error().code == error_code::stop_timed_out));
  BOOST_TEST(stopped.error().message.find("sink 'rows'") != std::string::npos, stopped.error().message);
  closed->release();
}

BOOST_AUTO_TEST_CASE(waiting_in_a_thread_of_an_actor_is_refused) {
  std::optional<running_pipeline> running;
  std::mutex mutex;
  std::optional<result<run_summary>> refused;
  std::atomic<bool> ready{false};
  auto plan = sums(collection_source<reading>(readings(1'000, 3)), callback_sink([&](const sum_row&) {
                     while (!ready) std::this_thread::yield();
                     const std::lock_guard lock{mutex};
                     if (!refused) refused = running->wait();
                   }));
  running.emplace(std::move(start(std::move(plan.value())).value()));
  ready = true;
  BOOST_REQUIRE(running->wait().has_value());
  const std::lock_guard lock{mutex};
  BOOST_REQUIRE(refused.has_value());
  BOOST_REQUIRE(refused->has_error());
  BOOST_TEST((refused->error().code == error_code::wait_refused));
}

BOOST_AUTO_TEST_CASE(a_callers_system_without_a_throughput_limit_is_warned_about) {
  for (const bool limited : {false, true}) {
    caf::actor_system_config configuration;
    if (limited) configuration.set("scheduler.max-throughput", std::size_t{8});
    caf::actor_system system{configuration};
    const collection_sink<sum_row> rows;
    auto running = start(system, sums(collection_source<reading>(readings(10, 1)), rows).value());
    BOOST_REQUIRE(running.has_value());
    BOOST_TEST(running.value().warnings().size() == (limited ? 0U : 1U));
    BOOST_REQUIRE(running.value().wait().has_value());
  }
}

BOOST_AUTO_TEST_CASE(a_callers_actor_system_is_left_clean) {
  const auto all = readings(3'000, 5);
  caf::actor_system_config configuration;
  caf::actor_system system{configuration};
  for (int repeat = 0; repeat < 3; ++repeat) {
    const collection_sink<sum_row> rows;
    auto running = start(system, sums(collection_source<reading>(all), rows).value(), {.actors = 2});
    BOOST_REQUIRE(running.has_value());
    BOOST_REQUIRE(running.value().wait().has_value());
    BOOST_TEST((table_of(rows.rows()) == group_by(all)));
  }
  system.await_all_actors_done();
  BOOST_TEST(system.registry().running() == 0U);
}
