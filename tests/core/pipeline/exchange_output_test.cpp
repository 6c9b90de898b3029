// The output of a stage that leads its rows to another one.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/pipeline/exchange_output.hpp>
#include <millrace/core/pipeline/steps.hpp>
#include <random>
#include <string>
#include <tests/core/pipeline/clicks.hpp>
#include <tests/core/pipeline/expect_lines.hpp>
#include <tests/core/source/plain_port.hpp>
#include <vector>

using namespace millrace;

namespace {

constexpr std::uint32_t key_groups = 16;
constexpr std::size_t receivers = 3;

using made_row = row<std::int64_t, std::int64_t>;
using out_event = event_batch<std::string, std::int64_t>;

/// The exchange to three receivers, seen from the other side.
struct far_side {
  std::vector<plain_port> ports;
  std::vector<output_port*> pointers;

  explicit far_side(std::size_t batch, std::size_t credit) {
    ports.reserve(receivers);
    for (std::size_t i = 0; i < receivers; ++i) {
      ports.emplace_back([] { return std::make_unique<out_event>(); }, batch).credit = credit;
      pointers.push_back(&ports.back());
    }
  }
  far_side(const far_side&) = delete;

  /// "1: k7 77@9": receiver, key, value and time of each event, in the order in which a receiver got them.
  [[nodiscard]] std::vector<std::string> lines() {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < receivers; ++i) {
      ports[i].flush();
      for (const auto& sent : ports[i].sent) {
        const auto& events = static_cast<const out_event&>(*sent);
        for (std::size_t e = 0; e < events.size(); ++e) {
          BOOST_TEST(events.events[e].hash == key_hash(events.events[e].key));
          all.push_back(std::to_string(i) + ": " + events.events[e].key + " " + std::to_string(events.events[e].value) +
                        "@" + std::to_string(events.events[e].time.milliseconds));
        }
      }
    }
    return all;
  }
};

std::string named_by_remainder(const made_row& made) {
  return "k" + std::to_string(made.key % 10);
}
std::int64_t value_of_row(made_row&& made) {
  return made.value;
}

auto output_with(const auto& steps) {
  return exchange_output<std::remove_cvref_t<decltype(steps)>, made_row, decltype(&named_by_remainder),
                         decltype(&value_of_row)>(steps, &named_by_remainder, &value_of_row);
}

made_row row_of(std::int64_t key, std::int64_t value, std::int64_t time) {
  return {
      .kind = row_kind::insert, .key = key, .window = window_between(0, 10), .value = value, .time = event_time{time}};
}

std::string line_of(const std::string& key, std::int64_t value, std::int64_t time) {
  const auto owner = owner_of(key_group_of(key_hash(key), key_groups), key_groups, receivers);
  return std::to_string(owner) + ": " + key + " " + std::to_string(value) + "@" + std::to_string(time);
}

/// An operator whose rows go into the exchange, as the plan of `stage` makes it.
template <class Stage>
std::unique_ptr<keyed_operator> operator_of(const Stage& stage) {
  const auto plan = stage.key_by(&named_by_remainder, &value_of_row)
                        .window(tumbling::make({.size = 10ms}))
                        .aggregate(count())
                        .to("out", callback_sink([](const auto&) {}))
                        .build("two");
  return plan.value().stages.front().make_operator();
}

using numbers = event_batch<std::int64_t, std::int64_t>;

numbers forty_keys() {
  numbers events;
  for (std::int64_t i = 0; i < 400; ++i) events.append(event_time{i / 20}, key_hash(i % 40), i % 40, i);
  return events;
}

auto numbers_in_windows() {
  return from("numbers", collection_source<std::int64_t>({}))
      .event_time([](std::int64_t time) { return event_time{time}; })
      .watermarks(monotonous{})
      .key_by([](std::int64_t given) { return given; })
      .window(tumbling::make({.size = 10ms}));
}

/// What a driven operator leaves on the far side; `grant` is asked for credit whenever it stops.
template <class Grant>
std::vector<std::string> run(keyed_operator& driven, far_side& far, Grant grant) {
  const std::vector<output_port*> none(2, nullptr);
  driven.connect(none);
  driven.connect_next_stage(far.pointers, key_groups);
  const numbers events = forty_keys();
  for (std::size_t next = 0; (next = driven.process(events, next)) < events.size();) grant();
  for (const watermark mark : {watermark{10}, watermark::final()}) {
    while (!driven.advance(mark)) grant();
  }
  BOOST_TEST(driven.counts().rows == 80U);
  return far.lines();
}

void check_suspension(const auto& stage) {
  const auto free_driven = operator_of(stage);
  far_side unlimited(7, 1'000'000);
  const auto expected = run(*free_driven, unlimited, [] { BOOST_FAIL("stopped with credit"); });
  BOOST_TEST(expected.size() == 80U);
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const auto driven = operator_of(stage);
    far_side limited(1 + seed % 3, 1);
    std::size_t stops = 0;
    // One receiver at a time gets a buffer back, mostly not the one that is waited for.
    const auto got = run(*driven, limited, [&] {
      ++stops;
      ++limited.ports[random() % receivers].credit;
    });
    BOOST_TEST(stops > 10U);
    BOOST_TEST_CONTEXT("seed " << seed) {
      expect_lines(got, expected);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exchange_output_suite)

BOOST_AUTO_TEST_CASE(a_batch_that_its_owner_sends_while_another_receiver_has_no_credit_is_not_written_to_any_more) {
  const auto key_of = [](std::size_t receiver) {
    std::int64_t key = 0;
    while (line_of("k" + std::to_string(key), 0, 0)[0] != std::to_string(receiver)[0]) ++key;
    return key;
  };
  auto output = output_with(step_chain<>());
  far_side far(2, 1);
  output.connect_next_stage(far.pointers, key_groups);
  BOOST_TEST_REQUIRE(output.has_room());
  output.emit(row_of(key_of(0), 1, 0));
  for (const std::int64_t value : {2, 3}) output.emit(row_of(key_of(2), value, 0));
  output.settle();
  BOOST_TEST(far.ports[2].sent.size() == 1U);
  BOOST_TEST(!output.has_room());
  far.ports[0].flush();
  for (auto& port : far.ports) port.credit = 1;
  BOOST_TEST_REQUIRE(output.has_room());
  output.emit(row_of(key_of(0), 4, 0));
  output.settle();
  BOOST_TEST(far.ports[0].sent.front()->size() == 1U);
  BOOST_TEST(far.ports[0].total() == 2U);
}

BOOST_AUTO_TEST_CASE(a_row_goes_with_its_time_to_the_receiver_that_owns_its_new_key) {
  auto output = output_with(step_chain<>());
  far_side far(100, 100);
  output.connect_next_stage(far.pointers, key_groups);
  std::vector<std::string> expected;
  BOOST_TEST_REQUIRE(output.has_room());
  for (std::int64_t key = 0; key < 30; ++key) {
    output.emit(row_of(key, 100 + key, 9 + key));
    expected.push_back(line_of("k" + std::to_string(key % 10), 100 + key, 9 + key));
  }
  output.settle();
  std::stable_sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) { return a[0] < b[0]; });
  BOOST_TEST(expected.front()[0] == '0');
  BOOST_TEST(expected.back()[0] == '2');
  expect_lines(far.lines(), expected);
}

BOOST_AUTO_TEST_CASE(the_time_of_a_row_stays_with_what_steps_make_of_it) {
  const auto steps = step_chain<>()
                         .with(filter_step{[](const made_row& made) { return made.key != 2; }})
                         .with(map_step{[](made_row&& made) {
                           made.time = event_time{-1};
                           made.value *= 2;
                           return made;
                         }});
  auto output = output_with(steps);
  far_side far(100, 100);
  output.connect_next_stage(far.pointers, key_groups);
  BOOST_TEST_REQUIRE(output.has_room());
  output.emit(row_of(1, 5, 99));
  output.emit(row_of(2, 6, 99));
  output.settle();
  expect_lines(far.lines(), {line_of("k1", 10, 99)});
}

BOOST_AUTO_TEST_CASE(there_is_room_only_when_every_receiver_has_credit) {
  auto output = output_with(step_chain<>());
  far_side far(1, 1);
  output.connect_next_stage(far.pointers, key_groups);
  far.ports[1].credit = 0;
  BOOST_TEST(!output.has_room());
  far.ports[1].credit = 1;
  BOOST_TEST(output.has_room());
}

BOOST_AUTO_TEST_CASE(an_output_that_leads_nowhere_swallows) {
  auto output = output_with(step_chain<>());
  BOOST_TEST(!output.connected());
  BOOST_TEST(output.has_room());
  output.emit(row_of(1, 2, 3));
  output.settle();
}

BOOST_AUTO_TEST_CASE(a_firing_over_slices_stops_without_credit_of_one_receiver_and_nothing_is_lost_or_doubled) {
  check_suspension(numbers_in_windows().aggregate(sum([](std::int64_t given) { return given; })));
}

BOOST_AUTO_TEST_CASE(a_firing_of_panes_stops_without_credit_of_one_receiver_and_nothing_is_lost_or_doubled) {
  check_suspension(numbers_in_windows().process([](const auto&, const auto& elements) {
    std::int64_t all = 0;
    for (const auto& element : elements) all += element.value;
    return all;
  }));
}

BOOST_AUTO_TEST_CASE(an_operator_whose_rows_go_to_sinks_has_no_next_stage) {
  const auto plan = numbers_in_windows().aggregate(count()).to("out", callback_sink([](const auto&) {})).build("one");
  const auto driven = plan.value().stages.front().make_operator();
  far_side far(1, 1);
  BOOST_CHECK_EXCEPTION(driven->connect_next_stage(far.pointers, key_groups), failure,
                        [](const failure& thrown) { return thrown.reason().code == error_code::internal; });
}

BOOST_AUTO_TEST_SUITE_END()
