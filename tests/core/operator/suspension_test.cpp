// An operator without room stops between two events or two panes and goes on as if nothing had been.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <random>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

using numbers = event_batch<std::string, number>;
using rows = plain_port<row<std::string, number>>;
using lates = plain_port<late_event<std::string, number>>;

/// What leaves by main and late port, in order, when every batch holds `capacity` rows and credit comes batch by batch
/// (0: there is always credit).
struct run_of_script {
  std::string rows_in_order;
  std::string late_in_order;
  int stops = 0;
};

template <class Options>
run_of_script run_script(const Options& options, const std::vector<std::pair<numbers, watermark>>& steps,
                         bool one_at_a_time) {
  const auto driven = make_window_operator<std::string, number>(options);
  rows main(one_at_a_time ? 1 : 1024, one_at_a_time ? 0 : rows::unlimited);
  lates late(one_at_a_time ? 1 : 1024, one_at_a_time ? 0 : lates::unlimited);
  const std::vector<output_port*> ports{&main, &late};
  driven->connect(ports);
  run_of_script made;
  const auto more_room = [&] {
    BOOST_TEST_REQUIRE(one_at_a_time);
    BOOST_TEST_REQUIRE(++made.stops < 1'000'000);
    const bool main_first = made.stops % 2 == 0;
    if (main_first) {
      main.grant(1);
    } else {
      late.grant(1);
    }
  };
  for (const auto& [events, mark] : steps) {
    for (std::size_t next = 0; (next = driven->process(events, next)) < events.size();) more_room();
    while (!driven->advance(mark)) more_room();
  }
  made.rows_in_order = in_words(main.take());
  made.late_in_order = in_words(late.take());
  return made;
}

std::vector<std::pair<numbers, watermark>> random_steps(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::pair<numbers, watermark>> steps;
  std::int64_t mark = 0;
  for (int step = 0; step < 40; ++step) {
    auto& [events, raised] = steps.emplace_back();
    for (auto count = random() % 12; count > 0; --count) {
      const std::string key(1, static_cast<char>('a' + random() % 3));
      events.append(event_time{mark - 25 + static_cast<std::int64_t>(random() % 50)}, key_hash(key), key,
                    static_cast<number>(random() % 3));
    }
    mark += static_cast<std::int64_t>(random() % 15);
    raised = watermark{mark};
  }
  steps.emplace_back(numbers{}, watermark::final());
  return steps;
}

template <class Assigner>
void compare(const Assigner& windows, output_mode mode, unsigned seed) {
  const window_options options{
      .stage = "s", .windows = windows, .function = total(), .allowed_lateness = 12ms, .mode = mode};
  const auto steps = random_steps(seed);
  const auto free = run_script(options, steps, false);
  const auto held = run_script(options, steps, true);
  BOOST_TEST(free.rows_in_order == held.rows_in_order);
  BOOST_TEST(free.late_in_order == held.late_in_order);
  BOOST_TEST(free.stops == 0);
  BOOST_TEST(held.stops > 20);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(suspension)

BOOST_DATA_TEST_CASE(rows_and_late_events_are_the_same_when_the_output_takes_one_at_a_time,
                     boost::unit_test::data::xrange(10) *
                         boost::unit_test::data::make({output_mode::append, output_mode::upsert, output_mode::retract,
                                                       output_mode::final_only}),
                     seed, mode) {
  compare(tens(), mode, static_cast<unsigned>(seed));
  compare(tens_every_five(), mode, static_cast<unsigned>(seed));
  compare(gaps_of_ten(), mode, static_cast<unsigned>(seed));
}

BOOST_AUTO_TEST_CASE(a_stopped_advance_goes_on_where_it_stopped) {
  const auto driven =
      make_window_operator<std::string, number>(window_options{.stage = "s", .windows = tens(), .function = total()});
  rows main(1, 1);
  const std::vector<output_port*> ports{&main};
  driven->connect(ports);
  numbers events;
  for (const std::string key : {"a", "b", "c"}) events.append(event_time{5}, key_hash(key), key, number{1});
  BOOST_TEST(driven->process(events, 0) == 3U);
  BOOST_TEST(!driven->advance(watermark{10}));
  BOOST_TEST(in_words(main.take()) == "+I a [0, 10) 1 @9");
  BOOST_TEST(!driven->advance(watermark{10}));
  main.grant(1);
  BOOST_TEST(!driven->advance(watermark{10}));
  BOOST_TEST(in_words(main.take()) == "+I b [0, 10) 1 @9");
  main.grant(1);
  BOOST_TEST(driven->advance(watermark{10}));
  BOOST_TEST(in_words(main.take()) == "+I c [0, 10) 1 @9");
}

BOOST_AUTO_TEST_CASE(an_event_that_emits_is_applied_wholly_and_the_next_one_waits) {
  const auto driven = make_window_operator<std::string, number>(
      window_options{.stage = "s", .windows = tens_every_five(), .function = total(), .allowed_lateness = 100ms});
  rows main(1, 1);
  const std::vector<output_port*> ports{&main};
  driven->connect(ports);
  driven->advance(watermark{50});
  numbers events;
  for (const std::string key : {"a", "b"}) events.append(event_time{7}, key_hash(key), key, number{1});
  BOOST_TEST(driven->process(events, 0) == 1U);
  BOOST_TEST(in_words(main.take()) == "+I a [0, 10) 1 @9; +I a [5, 15) 1 @14");
  BOOST_TEST(driven->counts().events == 1U);
  main.grant(1);
  BOOST_TEST(driven->process(events, 1) == 2U);
  BOOST_TEST(in_words(main.take()) == "+I b [0, 10) 1 @9; +I b [5, 15) 1 @14");
}

BOOST_AUTO_TEST_SUITE_END()
