#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <millrace/core/pipeline/steps.hpp>
#include <millrace/core/source/typed_split.hpp>
#include <stdexcept>
#include <string>
#include <tests/core/source/plain_port.hpp>
#include <vector>

using namespace millrace;

namespace {

struct measure {
  std::string name;
  std::int64_t time = 0;
  int amount = 0;
};

struct script_entry {
  read_outcome outcome;
  measure record;
};

script_entry record(std::string name, std::int64_t time, int amount = 1) {
  return {{.status = read_status::record}, {std::move(name), time, amount}};
}
script_entry signal(read_status status, watermark mark = {}) {
  return {{.status = status, .mark = mark}, {}};
}

/// Plays a script, then ends.
struct scripted_reader {
  using value_type = measure;
  std::deque<script_entry> script;

  read_outcome read(measure& into) {
    if (script.empty()) return {.status = read_status::end};
    script_entry next = script.front();
    script.pop_front();
    into = next.record;
    return next.outcome;
  }
};

/// The same, and knows where it is.
struct placed_reader : scripted_reader {
  [[nodiscard]] std::string position() const { return "measures.txt line 7"; }
};

/// The same, and can be set back: a mark is what is left of the script.
struct resumable_script : scripted_reader {
  [[nodiscard]] std::deque<script_entry> mark() const { return script; }
  void resume(std::deque<script_entry> mark) { script = std::move(mark); }
};

struct greatest_time {
  static constexpr bool reads_events = true;
  watermark mark;
  void on_event(const measure& /*event*/, event_time time) { mark = std::max(mark, watermark{time}); }
  [[nodiscard]] watermark current() const { return mark; }
};

struct given_marks {
  static constexpr bool reads_events = false;
  watermark mark;
  void on_event(const measure& /*event*/, event_time /*time*/) {}
  void set(watermark to) { mark = std::max(mark, to); }
  [[nodiscard]] watermark current() const { return mark; }
};

event_time time_of_measure(const measure& given) {
  return event_time{given.time};
}

constexpr std::uint32_t groups = 128;

template <class Generator = greatest_time, class Steps = step_chain<>, class Reader = scripted_reader,
          class TimeOf = event_time (*)(const measure&), class KeyOf = std::string measure::*>
auto split_of(std::deque<script_entry> script, Steps steps = {}, TimeOf time_of = &time_of_measure,
              KeyOf key_of = &measure::name) {
  using split = typed_split<Reader, TimeOf, Generator, Steps, KeyOf, int measure::*>;
  Reader reader;
  reader.script = std::move(script);
  return split(typename split::parts{.place = "source 'measures'",
                                     .name = "1",
                                     .reader = std::move(reader),
                                     .time_of = time_of,
                                     .generator = {},
                                     .steps = std::move(steps),
                                     .key_of = key_of,
                                     .value_of = &measure::amount,
                                     .key_groups = groups});
}

using events = event_batch<std::string, int>;

/// Some ports and a cutter for one split.
struct receivers {
  explicit receivers(std::size_t count, std::size_t capacity = 100, duration grid_step = duration{0}) {
    for (std::size_t i = 0; i < count; ++i) {
      ports.push_back(std::make_unique<plain_port>([] { return std::make_unique<events>(); }, capacity));
      plain.push_back(ports.back().get());
    }
    round_cutter::options options{.splits = 1, .grid = {}, .all_idle = {}};
    if (grid_step > duration{0}) options.grid.add(grid_step, duration{0});
    cutter = std::make_unique<round_cutter>(options);
  }
  turn_outcome read(split_program& split, std::size_t limit = 64, bool idle = false) {
    return split.read(limit, 0, idle, *cutter, plain);
  }
  const events& opened(std::size_t receiver) { return static_cast<const events&>(*ports[receiver]->open()); }
  std::vector<int> values(std::size_t receiver) {
    std::vector<int> all;
    for (const auto& each : opened(receiver).events) all.push_back(each.value);
    return all;
  }
  std::size_t received(std::size_t receiver) const { return ports[receiver]->total(); }

  std::vector<std::unique_ptr<plain_port>> ports;
  std::vector<output_port*> plain;
  std::unique_ptr<round_cutter> cutter;
};

std::string message_of(const std::function<void()>& body, error_code expected) {
  try {
    body();
  } catch (const failure& thrown) {
    BOOST_TEST(std::string(name_of(thrown.reason().code)) == std::string(name_of(expected)));
    return thrown.reason().message;
  }
  BOOST_ERROR("nothing was thrown");
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(typed_split_suite)

BOOST_AUTO_TEST_CASE(an_event_goes_to_the_owner_of_its_key_group_with_time_hash_key_and_value) {
  auto split = split_of({record("a", 5, 1), record("b", 7, 2), record("c", 3, 3), record("a", 9, 4)});
  receivers all(3);
  const turn_outcome turn = all.read(split);
  BOOST_TEST((turn.end == turn_end::ended));
  BOOST_TEST(turn.records == 4U);
  std::size_t seen = 0;
  for (std::uint32_t receiver = 0; receiver < 3; ++receiver) {
    const events& got = all.opened(receiver);
    for (std::size_t i = 0; i < got.size(); ++i, ++seen) {
      BOOST_TEST(got.events[i].hash == key_hash(got.events[i].key));
      BOOST_TEST(owner_of(key_group_of(got.events[i].hash, groups), groups, 3) == receiver);
    }
  }
  BOOST_TEST(seen == 4U);
  const auto owner = owner_of(key_group_of(key_hash(std::string("a")), groups), groups, 3);
  const events& got = all.opened(owner);
  std::vector<int> values_of_a;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got.events[i].key == "a") values_of_a.push_back(got.events[i].value);
  }
  BOOST_TEST(values_of_a == (std::vector<int>{1, 4}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_turn_reads_at_most_its_limit) {
  auto split = split_of({record("a", 1), record("a", 2), record("a", 3)});
  receivers one(1);
  const turn_outcome turn = one.read(split, 2);
  BOOST_TEST((turn.end == turn_end::used_up));
  BOOST_TEST(turn.records == 2U);
  BOOST_TEST(one.received(0) == 2U);
}

BOOST_AUTO_TEST_CASE(a_round_is_cut_right_after_the_record_that_passes_the_grid) {
  auto split = split_of({record("a", 8), record("a", 12), record("a", 13)});
  receivers one(1, 100, duration{10});
  const turn_outcome first = one.read(split);
  // From no watermark at all, the first one passes a time of the grid already.
  BOOST_TEST((first.end == turn_end::round_cut));
  BOOST_TEST(first.records == 1U);
  one.cutter->start_round();
  const turn_outcome second = one.read(split);
  BOOST_TEST((second.end == turn_end::round_cut));
  BOOST_TEST(second.records == 1U);
  BOOST_TEST(one.received(0) == 2U);
  BOOST_TEST(split.current().milliseconds == 12);
}

BOOST_AUTO_TEST_CASE(a_dropped_record_counts_and_moves_the_watermark) {
  auto steps = step_chain<>().with(filter_step{[](const measure& given) { return given.amount > 5; }});
  auto split = split_of<greatest_time, decltype(steps)>({record("a", 50, 1), record("a", 20, 9)}, steps);
  receivers one(1);
  const turn_outcome turn = one.read(split);
  BOOST_TEST(turn.records == 2U);
  BOOST_TEST(one.received(0) == 1U);
  BOOST_TEST(split.current().milliseconds == 50);
}

BOOST_AUTO_TEST_CASE(without_credit_nothing_is_read_that_is_not_sent_on) {
  auto split = split_of({record("a", 1), record("a", 2), record("a", 3)});
  receivers one(1, 2);
  one.ports[0]->credit = 1;
  const turn_outcome first = one.read(split);
  BOOST_TEST((first.end == turn_end::no_credit));
  BOOST_TEST(first.records == 2U);
  BOOST_TEST(one.received(0) == 2U);
  one.ports[0]->credit = 1;
  const turn_outcome second = one.read(split);
  BOOST_TEST((second.end == turn_end::ended));
  BOOST_TEST(second.records == 1U);
  BOOST_TEST(one.received(0) == 3U);
}

BOOST_AUTO_TEST_CASE(one_receiver_without_credit_is_enough_to_wait) {
  auto split = split_of({record("a", 1)});
  receivers two(2);
  two.ports[1]->credit = 0;
  const turn_outcome turn = two.read(split);
  BOOST_TEST((turn.end == turn_end::no_credit));
  BOOST_TEST(turn.records == 0U);
  BOOST_TEST(two.received(0) + two.received(1) == 0U);
}

BOOST_AUTO_TEST_CASE(a_flat_map_may_go_beyond_a_batch_and_the_batch_is_sent_after_the_record) {
  const auto spread = [](const measure& given, auto&& emit) {
    for (int i = 0; i < given.amount; ++i) emit(given);
  };
  auto steps = step_chain<>().with(flat_map_step<measure, decltype(spread)>{spread});
  auto split = split_of<greatest_time, decltype(steps)>({record("a", 1, 5), record("a", 2, 1)}, steps);
  receivers one(1, 2);
  one.read(split);
  BOOST_TEST_REQUIRE(one.ports[0]->sent.size() == 1U);
  BOOST_TEST(one.ports[0]->sent[0]->size() == 5U);
  BOOST_TEST(one.opened(0).size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_first_record_of_an_idle_split_is_held_back_and_delivered_when_it_is_awake) {
  auto split = split_of({record("a", 4), record("a", 5)});
  receivers one(1);
  const turn_outcome wakes = one.read(split, 64, true);
  BOOST_TEST((wakes.end == turn_end::wakes));
  BOOST_TEST(wakes.records == 0U);
  BOOST_TEST(one.received(0) == 0U);
  BOOST_TEST((split.current() == watermark::none()));
  const turn_outcome still = one.read(split, 64, true);
  BOOST_TEST((still.end == turn_end::wakes));
  const turn_outcome awake = one.read(split, 64, false);
  BOOST_TEST(awake.records == 2U);
  BOOST_TEST(one.received(0) == 2U);
}

BOOST_AUTO_TEST_CASE(an_event_does_not_wake_a_split_with_manual_watermarks) {
  auto split = split_of<given_marks>({record("a", 4)});
  receivers one(1);
  const turn_outcome turn = one.read(split, 64, true);
  BOOST_TEST((turn.end == turn_end::ended));
  BOOST_TEST(turn.records == 1U);
}

BOOST_AUTO_TEST_CASE(signals_of_the_reader_end_the_turn_under_their_names) {
  auto split = split_of<given_marks>({signal(read_status::watermark, watermark{70}), signal(read_status::idle),
                                      signal(read_status::active), signal(read_status::dry)});
  receivers one(1);
  const turn_outcome mark = one.read(split);
  BOOST_TEST((mark.end == turn_end::signal && !mark.idle));
  BOOST_TEST(split.current().milliseconds == 70);
  const turn_outcome idle = one.read(split);
  BOOST_TEST((idle.end == turn_end::signal && idle.idle));
  BOOST_TEST((one.read(split, 64, true).end == turn_end::wakes));
  BOOST_TEST((one.read(split).end == turn_end::dry));
  BOOST_TEST((one.read(split).end == turn_end::ended));
  BOOST_TEST((one.read(split).end == turn_end::ended));
}

BOOST_AUTO_TEST_CASE(a_watermark_of_an_idle_split_is_not_remembered) {
  auto split = split_of<given_marks>({signal(read_status::watermark, watermark{70})});
  receivers one(1);
  const turn_outcome turn = one.read(split, 64, true);
  BOOST_TEST((turn.end == turn_end::signal && !turn.idle));
  BOOST_TEST((split.current() == watermark::none()));
}

BOOST_AUTO_TEST_CASE(a_watermark_of_the_reader_is_refused_where_the_generator_makes_them) {
  auto split = split_of({signal(read_status::watermark, watermark{70})});
  receivers one(1);
  const auto message = message_of([&] { one.read(split); }, error_code::option_conflict);
  BOOST_TEST(message.find("manual_watermarks") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_record_without_a_timestamp_is_refused_naming_source_and_position) {
  auto split = split_of({record("a", 4), record("b", std::numeric_limits<std::int64_t>::min())});
  receivers one(1);
  const auto message = message_of([&] { one.read(split); }, error_code::no_timestamp);
  BOOST_TEST(message.rfind("source 'measures' record 2: ", 0) == 0U);
}

BOOST_AUTO_TEST_CASE(what_a_user_function_throws_names_source_position_and_function) {
  const auto time_of = [](const measure&) -> event_time { throw std::runtime_error("no time at all"); };
  auto split = split_of<greatest_time, step_chain<>, placed_reader>({record("a", 4)}, step_chain<>(), time_of);
  receivers one(1);
  const auto message = message_of([&] { one.read(split); }, error_code::user_function_threw);
  BOOST_TEST(message == "source 'measures', measures.txt line 7: the function in 'event_time' threw: no time at all");
}

BOOST_AUTO_TEST_CASE(a_failure_thrown_by_a_step_keeps_its_code_and_gains_the_place) {
  auto steps = step_chain<>().with(
      filter_step{[](const measure&) -> bool { throw failure(error_code::record_malformed, "a bad field"); }});
  auto split = split_of<greatest_time, decltype(steps)>({record("a", 4)}, steps);
  receivers one(1);
  const auto message = message_of([&] { one.read(split); }, error_code::record_malformed);
  BOOST_TEST(message == "source 'measures' record 1: a bad field");
}

BOOST_AUTO_TEST_CASE(a_split_goes_on_from_a_place_with_the_watermark_that_it_had) {
  const std::deque<script_entry> script{record("a", 50), record("a", 3, 2), record("a", 4, 3)};
  auto first = split_of<greatest_time, step_chain<>, resumable_script>(script);
  receivers before(1);
  before.read(first, 2);
  auto second = split_of<greatest_time, step_chain<>, resumable_script>({});
  second.resume(*first.place_to_resume());
  BOOST_TEST(second.current().milliseconds == 50);
  receivers after(1);
  BOOST_TEST((after.read(second).end == turn_end::ended));
  BOOST_TEST(after.values(0) == std::vector<int>{3}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_record_that_waits_for_its_split_to_wake_is_read_again_after_a_resume) {
  auto first = split_of<greatest_time, step_chain<>, resumable_script>({record("a", 50, 7), record("a", 51, 8)});
  receivers before(1);
  BOOST_TEST((before.read(first, 64, true).end == turn_end::wakes));
  auto second = split_of<greatest_time, step_chain<>, resumable_script>({});
  second.resume(*first.place_to_resume());
  receivers after(1);
  after.read(second);
  BOOST_TEST(after.values(0) == (std::vector<int>{7, 8}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_reader_that_cannot_be_set_back_gives_no_place) {
  auto split = split_of({record("a", 50)});
  BOOST_TEST(!split.place_to_resume());
}

BOOST_AUTO_TEST_SUITE_END()
