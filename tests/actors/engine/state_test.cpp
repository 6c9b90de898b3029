// A pipeline whose epochs are stored, and others that go on from any of them with any number of actors.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <caf/send.hpp>
#include <functional>
#include <map>
#include <millrace/actors/engine/epoch_record.hpp>
#include <millrace/actors/engine/graph.hpp>
#include <millrace/actors/engine/member.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <tests/actors/engine/memory_store.hpp>
#include <tests/actors/engine/sensors.hpp>

using namespace millrace;
using namespace millrace::testing;
namespace bdata = boost::unit_test::data;

namespace {

/// What a sink has shown, as the world outside sees it, and the epochs that it was asked for.
struct outside {
  std::vector<sum_row> shown;
  std::function<void()> ask = [] {};
};

/// Shows rows when their epoch is committed. What was prepared and not shown yet is what `recover` shows.
class committing_sink {
public:
  static constexpr bool blocking = false;

  committing_sink(std::shared_ptr<outside> to, std::size_t epoch_every)
      : outside_(std::move(to)), epoch_every_(epoch_every) {}

  template <class Row>
  [[nodiscard]] result<std::unique_ptr<sink_writer>> open() const {
    return std::unique_ptr<sink_writer>(std::make_unique<writer>(outside_, epoch_every_));
  }

private:
  class writer final : public sink_writer {
  public:
    writer(std::shared_ptr<outside> to, std::size_t epoch_every) : outside_(std::move(to)), epoch_every_(epoch_every) {}

    void write(const batch& rows, std::size_t from, std::size_t to, step_number step, std::size_t /*input*/) override {
      const auto& typed = static_cast<const row_batch<sum_row>&>(rows).rows;
      for (std::size_t index = from; index < to; ++index) waiting_[step].push_back(typed[index]);
    }
    void close_step(const step_mark& mark) override {
      for (const auto& row : waiting_[mark.step]) open_.push_back(row);
      waiting_.erase(mark.step);
      if (mark.step % epoch_every_ == 0) outside_->ask();
    }
    void flush() override {}
    void finish() override {}

    std::string prepare(epoch_number epoch) override {
      for (const auto& row : std::exchange(open_, {})) prepared_.push_back(row);
      prepared_for_ = epoch;
      std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>> rows;
      for (const auto& row : prepared_) {
        rows.emplace_back(row.key, row.window.start.milliseconds, row.window.end.milliseconds, row.value);
      }
      return stored_bytes(std::pair{static_cast<std::uint64_t>(outside_->shown.size()), rows});
    }
    void commit(epoch_number epoch) override {
      BOOST_TEST_REQUIRE(epoch == prepared_for_);
      for (const auto& row : std::exchange(prepared_, {})) outside_->shown.push_back(row);
    }
    void recover(epoch_number /*epoch*/, std::string_view prepared) override {
      const auto [shown, rows] = value_of_bytes<
          std::pair<std::uint64_t, std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>>>>(
          prepared);
      BOOST_TEST_REQUIRE(outside_->shown.size() >= shown);
      outside_->shown.resize(shown);
      for (const auto& [key, start, end, value] : rows) {
        sum_row row;
        row.key = key;
        row.window = {event_time{start}, event_time{end}};
        row.value = value;
        outside_->shown.push_back(row);
      }
    }

  private:
    std::shared_ptr<outside> outside_;
    std::size_t epoch_every_;
    std::map<step_number, std::vector<sum_row>> waiting_;
    std::vector<sum_row> open_;
    std::vector<sum_row> prepared_;
    epoch_number prepared_for_ = 0;
  };

  std::shared_ptr<outside> outside_;
  std::size_t epoch_every_;
};

struct settings {
  std::size_t actors = 2;
  std::size_t source_actors = 2;
  std::size_t epoch_every = 3;
};

/// The store and the world after a commit.
struct moment_in_run {
  memory_store store;
  std::vector<sum_row> shown;
};

/// Puts down what was there after each commit.
result<run_summary> run(const std::vector<reading>& all, const settings& chosen,
                        const std::shared_ptr<memory_store>& store, const std::shared_ptr<outside>& world,
                        std::vector<moment_in_run>* moments = nullptr) {
  std::vector<std::vector<reading>> parts(3);
  for (std::size_t index = 0; index < all.size(); ++index) parts[index % parts.size()].push_back(all[index]);
  auto plan = millrace::from("readings", collection_source<reading>::splits(parts))
                  .event_time([](const reading& one) { return one.time; })
                  .watermarks(bounded_disorder({.delay = duration{200}}))
                  .key_by([](const reading& one) { return one.sensor; }, [](reading&& one) { return one.value; })
                  .window(tumbling::make({.size = duration{100}}))
                  .aggregate(sum())
                  .to("rows", committing_sink(world, chosen.epoch_every))
                  .build("sensors");
  auto opened =
      engine::open(std::move(plan.value()),
                   {.actors = chosen.actors, .source_actors = chosen.source_actors, .round = 16, .batch = 8}, store);
  if (!opened) return opened.error();
  caf::actor_system_config config;
  config.set("scheduler.policy", caf::atom("testing"));
  caf::actor_system system{config};
  auto& scheduler = dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler());
  auto graph = engine::spawn(system, std::move(opened.value()), engine::placement::simulated);
  world->ask = [&] { caf::anon_send(graph.coordinator, engine::epoch_atom::value); };
  std::uint64_t seen = 0;
  while (scheduler.try_run_once()) {
    const std::uint64_t committed = graph.counters->epochs.committed;
    if (committed == seen) continue;
    seen = committed;
    if (moments != nullptr) moments->push_back({*store, world->shown});
  }
  world->ask = [] {};
  const auto ended = graph.state->wait();
  graph.coordinator = nullptr;
  engine::on_actor_thread() = false;  // this thread waits for pipelines again
  return ended;
}

}  // namespace

BOOST_DATA_TEST_CASE(a_run_that_goes_on_from_a_stored_epoch_gives_what_an_undisturbed_one_gives,
                     bdata::make({1U, 2U, 5U}), actors) {
  const auto all = readings(3'000, 20);
  std::vector<moment_in_run> moments;
  const auto world = std::make_shared<outside>();
  const auto whole = run(all, {}, std::make_shared<memory_store>(), world, &moments);
  BOOST_TEST_REQUIRE(whole.has_value(), (whole ? "" : whole.error().message));
  BOOST_TEST((table_of(world->shown) == group_by(all)));
  BOOST_TEST(world->shown.size() == group_by(all).size());
  BOOST_TEST(moments.size() > 3U);
  for (std::size_t source_actors = 1; source_actors <= 3; ++source_actors) {
    for (const auto& [stored, shown] : moments) {
      const auto rest = std::make_shared<outside>();
      rest->shown = shown;
      const auto ended =
          run(all, {.actors = actors, .source_actors = source_actors}, std::make_shared<memory_store>(stored), rest);
      BOOST_TEST_REQUIRE(ended.has_value(), (ended ? "" : ended.error().message));
      BOOST_TEST(rest->shown.size() == group_by(all).size());
      BOOST_TEST((table_of(rest->shown) == group_by(all)));
    }
  }
}

BOOST_AUTO_TEST_CASE(when_everything_has_fired_no_entry_is_left) {
  const auto store = std::make_shared<memory_store>();
  const auto ended = run(readings(2'000, 20), {}, store, std::make_shared<outside>());
  BOOST_TEST_REQUIRE(ended.has_value(), (ended ? "" : ended.error().message));
  BOOST_TEST(store->size() == 0U);
  BOOST_TEST(store->entries_written > 100U);
  BOOST_TEST(value_of_bytes<engine::epoch_record>(store->last()->record).ended);
}

BOOST_AUTO_TEST_CASE(a_run_from_the_end_shows_what_was_not_shown_and_ends) {
  const auto all = readings(2'000, 20);
  const auto store = std::make_shared<memory_store>();
  const auto world = std::make_shared<outside>();
  BOOST_TEST_REQUIRE(run(all, {.epoch_every = 1'000'000}, store, world).has_value());  // the last epoch has all
  world->shown.clear();
  const auto ended = run(all, {}, store, world);
  BOOST_TEST_REQUIRE(ended.has_value(), (ended ? "" : ended.error().message));
  BOOST_TEST((ended.value().how == run_end::ended));
  BOOST_TEST(world->shown.size() == group_by(all).size());
  BOOST_TEST((table_of(world->shown) == group_by(all)));
}

BOOST_DATA_TEST_CASE(epochs_that_cannot_be_stored_lose_nothing, bdata::make({1U, 3U, 7U}), failing) {
  const auto all = readings(3'000, 20);
  std::vector<moment_in_run> moments;
  BOOST_TEST_REQUIRE(run(all, {}, std::make_shared<memory_store>(), std::make_shared<outside>(), &moments).has_value());
  const auto store = std::make_shared<memory_store>(moments.front().store);
  const auto world = std::make_shared<outside>();
  world->shown = moments.front().shown;
  store->failing_commits = failing;
  const auto ended = run(all, {}, store, world);
  BOOST_TEST_REQUIRE(ended.has_value(), (ended ? "" : ended.error().message));
  BOOST_TEST(store->failing_commits == 0U);
  BOOST_TEST(ended.value().counts.epochs_failed == failing);
  BOOST_TEST(world->shown.size() == group_by(all).size());
  BOOST_TEST((table_of(world->shown) == group_by(all)));
  BOOST_TEST(store->size() == 0U);
}

BOOST_AUTO_TEST_CASE(a_last_epoch_that_cannot_be_stored_is_an_error_and_the_next_run_goes_on) {
  const auto all = readings(1'000, 20);
  std::vector<moment_in_run> moments;
  BOOST_TEST_REQUIRE(run(all, {}, std::make_shared<memory_store>(), std::make_shared<outside>(), &moments).has_value());
  const auto store = std::make_shared<memory_store>(moments.front().store);
  const auto world = std::make_shared<outside>();
  world->shown = moments.front().shown;
  store->failing_commits = 1'000'000;
  const auto failed = run(all, {}, store, world);
  BOOST_TEST_REQUIRE(failed.has_error());
  BOOST_TEST((failed.error().code == error_code::state_unwritable));
  store->failing_commits = 0;
  const auto ended = run(all, {.actors = 3}, store, world);
  BOOST_TEST_REQUIRE(ended.has_value(), (ended ? "" : ended.error().message));
  BOOST_TEST(world->shown.size() == group_by(all).size());
  BOOST_TEST((table_of(world->shown) == group_by(all)));
}
