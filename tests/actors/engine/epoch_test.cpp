#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <caf/send.hpp>
#include <map>
#include <millrace/actors/engine/graph.hpp>
#include <millrace/actors/engine/member.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <tests/actors/engine/sensors.hpp>

using namespace millrace;
using namespace millrace::testing;
namespace bdata = boost::unit_test::data;

namespace {

using step_row = std::pair<step_number, sum_row>;

/// Keeps rows with their steps, and asks for an epoch with every few of them.
class asking_sink {
public:
  struct shared {
    std::vector<step_row> rows;
    std::function<void()> ask = [] {};
  };
  static constexpr bool blocking = false;

  explicit asking_sink(std::shared_ptr<shared> kept) : kept_(std::move(kept)) {}

  template <class Row>
  [[nodiscard]] result<std::unique_ptr<sink_writer>> open() const {
    return std::unique_ptr<sink_writer>(std::make_unique<writer>(kept_));
  }

private:
  class writer final : public sink_writer {
  public:
    explicit writer(std::shared_ptr<shared> kept) : kept_(std::move(kept)) {}
    void write(const batch& rows, std::size_t from, std::size_t to, step_number step, std::size_t /*input*/) override {
      const auto& typed = static_cast<const row_batch<sum_row>&>(rows).rows;
      for (std::size_t index = from; index < to; ++index) kept_->rows.emplace_back(step, typed[index]);
    }
    void close_step(const step_mark& mark) override {
      if (mark.step % 3 == 0) kept_->ask();
    }
    void flush() override {}
    void finish() override {}

  private:
    std::shared_ptr<shared> kept_;
  };

  std::shared_ptr<shared> kept_;
};

struct finished_run {
  std::vector<step_row> rows;
  std::vector<epoch_changes> epochs;
  std::uint64_t begun = 0;
  std::uint64_t cancelled = 0;
};

finished_run run_once(const std::vector<reading>& all, std::size_t actors, processing_guarantee guarantee,
                      std::optional<engine::restore_point> from) {
  const auto kept = std::make_shared<asking_sink::shared>();
  std::vector<std::vector<reading>> parts(3);
  for (std::size_t index = 0; index < all.size(); ++index) parts[index % parts.size()].push_back(all[index]);
  auto plan = millrace::from("readings", collection_source<reading>::splits(parts))
                  .event_time([](const reading& one) { return one.time; })
                  .watermarks(bounded_disorder({.delay = duration{200}}))
                  .key_by([](const reading& one) { return one.sensor; })
                  .window(tumbling::make({.size = duration{100}}))
                  .process([](const auto&, const auto& elements) {
                    std::int64_t sum = 0;
                    for (const auto& one : elements) sum += one.value.value;
                    return sum;
                  })
                  .to("rows", asking_sink(kept))
                  .build("sensors");
  auto opened = engine::open(std::move(plan.value()), {.actors = actors, .source_actors = 2, .round = 16, .batch = 8});
  BOOST_REQUIRE(opened.has_value());
  finished_run done;
  opened.value().epochs = {.guarantee = guarantee,
                           .completed = [&done](const epoch_changes& epoch) { done.epochs.push_back(epoch); }};
  opened.value().restored = std::move(from);
  caf::actor_system_config config;
  config.set("scheduler.policy", caf::atom("testing"));
  caf::actor_system system{config};
  auto& scheduler = dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler());
  auto graph = engine::spawn(system, std::move(opened.value()), engine::placement::simulated);
  kept->ask = [&] { caf::anon_send(graph.coordinator, engine::epoch_atom::value); };
  while (scheduler.try_run_once()) {
  }
  const auto ended = graph.state->wait();
  BOOST_TEST_REQUIRE(ended.has_value(), (ended ? "" : ended.error().message));
  BOOST_TEST((ended.value().how == run_end::ended));
  done.rows = kept->rows;
  done.begun = graph.counters->epochs.begun;
  done.cancelled = graph.counters->epochs.cancelled;
  graph.coordinator = nullptr;
  engine::on_actor_thread() = false;  // this thread waits for pipelines again
  return done;
}

step_number closed_in(const epoch_changes& epoch) {
  for (const auto& member : epoch.members) {
    if (const auto* sink = std::get_if<sink_changes>(&member)) return sink->closed;
  }
  return 0;
}

std::vector<sum_row> rows_up_to(const finished_run& run, step_number last) {
  std::vector<sum_row> rows;
  for (const auto& [step, row] : run.rows) {
    if (step <= last) rows.push_back(row);
  }
  return rows;
}

}  // namespace

BOOST_DATA_TEST_CASE(a_graph_that_starts_from_an_epoch_gives_exactly_the_rows_that_follow_it, bdata::make({1U, 2U, 3U}),
                     actors) {
  const auto all = readings(3'000, 20);
  const auto whole = run_once(all, actors, processing_guarantee::exactly_once, std::nullopt);
  BOOST_TEST(whole.epochs.size() + whole.cancelled == whole.begun);
  BOOST_TEST(whole.epochs.size() > 1U);
  engine::restore_point reached;
  for (const auto& epoch : whole.epochs) {
    reached.add(epoch);
    if (reached.ended()) break;
    const auto rest = run_once(all, actors, processing_guarantee::exactly_once, reached);
    auto rows = rows_up_to(whole, closed_in(epoch));
    const std::size_t before = rows.size();
    for (const auto& [step, row] : rest.rows) rows.push_back(row);
    BOOST_TEST(rows.size() == before + rest.rows.size());
    BOOST_TEST(rows.size() == group_by(all).size());
    BOOST_TEST((table_of(rows) == group_by(all)));
  }
}

BOOST_AUTO_TEST_CASE(at_least_once_loses_nothing) {
  const auto all = readings(3'000, 20);
  const auto whole = run_once(all, 2, processing_guarantee::at_least_once, std::nullopt);
  BOOST_TEST(whole.epochs.size() > 1U);
  const auto expected = group_by(all);
  engine::restore_point reached;
  for (const auto& epoch : whole.epochs) {
    reached.add(epoch);
    if (reached.ended()) break;
    const auto rest = run_once(all, 2, processing_guarantee::at_least_once, reached);
    auto sums = table_of(rows_up_to(whole, closed_in(epoch)));
    for (const auto& [step, row] : rest.rows) {
      auto& sum = sums[{row.key, row.window.start.milliseconds}];
      sum = std::max(sum, row.value);
    }
    BOOST_TEST(sums.size() == expected.size());
    for (const auto& [window, sum] : expected) BOOST_TEST(sums[window] >= sum);
  }
}
