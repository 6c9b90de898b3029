// Counts every allocation of this program, to show what an event costs on its way from a source's split through a batch
// to its operator: none.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <millrace/actors/engine/credit_port.hpp>
#include <millrace/core/pipeline/pipeline.hpp>
#include <millrace/core/protocol/round_cutter.hpp>
#include <millrace/core/sink/callback_sink.hpp>
#include <set>
#include <utility>
#include <vector>

#include "tests/actors/flow/counted_allocations.hpp"

using namespace millrace;

namespace bdata = boost::unit_test::data;

namespace {

constexpr std::uint32_t key_groups = 16;
constexpr std::size_t keys = 500;
constexpr std::size_t receivers = 2;
constexpr std::size_t round_limit = 1000;
constexpr std::size_t batch_size = 256;
constexpr std::size_t seconds = 200;

struct click {
  std::uint64_t key = 0;
  std::int64_t time = 0;
};

/// Every key comes in every second, `per_second` clicks in all.
logical_plan plan_over(bool slides, std::size_t per_second) {
  const auto stage =
      from("clicks", generator_source<click>(seconds * per_second,
                                             [=](std::uint64_t number) {
                                               const auto time = number * 1000 / per_second;
                                               return click{number % keys, static_cast<std::int64_t>(time)};
                                             }))
          .event_time([](const click& of) { return event_time{of.time}; })
          .watermarks(bounded_disorder({.delay = duration{100}}))
          .key_by([](const click& of) { return of.key; });
  const auto finish = [](auto windowed) {
    return windowed.aggregate(count()).named("counts").to("none", callback_sink([](const auto&) {})).build("steady");
  };
  auto plan = slides ? finish(stage.window(sliding::make({.size = duration{5000}, .slide = duration{1000}})))
                     : finish(stage.window(tumbling::make({.size = duration{5000}})));
  return std::move(plan).value();
}

/// One source and two operators in one thread, with the batches, pools and ports of the actors.
class bare_run {
public:
  explicit bare_run(logical_plan plan)
      : plan_(std::move(plan)),
        cutter_({.splits = 1, .limit = round_limit, .grid = plan_.stages.front().grid, .all_idle = {}}) {
    split_ = std::move(plan_.sources.front().open(key_groups).value().front());
    const auto& stage = plan_.stages.front();
    const auto pool = buffer_pool::make(4 * receivers, stage.make_input_batch, [] {});
    queue_.reserve(64);
    for (std::size_t i = 0; i < receivers; ++i) {
      operators_.push_back(stage.make_operator());
      rows_.push_back(std::make_unique<engine::credit_port>(
          buffer_pool::make(2, stage.outputs.front().make_batch, [] {}), batch_size, [](batch_hold) {}));
      output_port* const row_port = rows_.back().get();
      operators_.back()->connect({&row_port, 1});
      ports_.push_back(std::make_unique<engine::credit_port>(
          pool, batch_size, [this, i](batch_hold events) { queue_.emplace_back(i, std::move(events)); }));
      view_.push_back(ports_.back().get());
    }
  }

  /// Reads about this many records more; false at the end.
  bool read(std::size_t records) {
    for (const std::size_t until = read_ + records; read_ < until;) {
      const turn_outcome turn = split_->read(64, 0, false, cutter_, view_);
      read_ += turn.records;
      if (turn.end == turn_end::ended) return false;
      if (turn.end == turn_end::used_up) continue;
      BOOST_REQUIRE((turn.end == turn_end::round_cut || turn.end == turn_end::no_credit));
      work_off();
      if (turn.end == turn_end::round_cut) end_round();
    }
    return true;
  }

  [[nodiscard]] std::size_t batches_seen() const { return batches_.size(); }
  [[nodiscard]] std::uint64_t batches_sent() const { return sent_; }
  [[nodiscard]] std::uint64_t rows() const { return operators_[0]->counts().rows + operators_[1]->counts().rows; }

private:
  void work_off() {
    for (auto& port : ports_) port->flush();
    for (auto& [receiver, events] : queue_) {
      batches_.insert(events.get());
      ++sent_;
      BOOST_REQUIRE(operators_[receiver]->process(*events.get(), 0) == events.get()->size());
    }
    queue_.clear();
  }
  void end_round() {
    for (std::size_t i = 0; i < receivers; ++i) {
      BOOST_REQUIRE(operators_[i]->advance(cutter_.combined()));
      rows_[i]->flush();
    }
    cutter_.start_round();
  }

  logical_plan plan_;
  round_cutter cutter_;
  std::unique_ptr<split_program> split_;
  std::vector<std::unique_ptr<keyed_operator>> operators_;
  std::vector<std::unique_ptr<engine::credit_port>> rows_;
  std::vector<std::unique_ptr<engine::credit_port>> ports_;
  std::vector<output_port*> view_;
  std::vector<std::pair<std::size_t, batch_hold>> queue_;
  std::set<const batch*> batches_;
  std::uint64_t sent_ = 0;
  std::size_t read_ = 0;
};

/// The allocations of the later three quarters of a run.
std::uint64_t steady_allocations(bool slides, std::size_t per_second) {
  bare_run run(plan_over(slides, per_second));
  BOOST_REQUIRE(run.read(seconds * per_second / 4));
  const std::uint64_t before = testing::counted_allocations();
  BOOST_REQUIRE(run.read(seconds * per_second / 2));
  const std::uint64_t made = testing::counted_allocations() - before;
  BOOST_TEST(run.rows() > keys * seconds / 10);
  BOOST_TEST(run.batches_seen() <= 4 * receivers);
  BOOST_TEST(run.batches_sent() > 20 * run.batches_seen());
  return made;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(steady_state_suite)

// A window and a slice cost some, whatever comes into them: so ten times the events must cost the same.
BOOST_DATA_TEST_CASE(an_event_of_a_known_key_costs_no_allocation_and_batches_are_used_again, bdata::make({false, true}),
                     slides) {
  const std::uint64_t few = steady_allocations(slides, 1000);
  const std::uint64_t many = steady_allocations(slides, 10'000);
  BOOST_TEST(many == few);
  BOOST_TEST(few < 50 * seconds);
}

BOOST_AUTO_TEST_CASE(the_counter_counts) {
  const std::uint64_t before = testing::counted_allocations();
  const std::vector<int> some(100);
  BOOST_TEST(some.size() == 100U);
  BOOST_TEST(testing::counted_allocations() > before);
}

BOOST_AUTO_TEST_SUITE_END()
