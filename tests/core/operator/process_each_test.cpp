// The keyed operator without a window.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <millrace/core/operator/operator_harness.hpp>
#include <millrace/core/operator/process_each_operator.hpp>
#include <stdexcept>
#include <string>
#include <vector>

using namespace millrace;

namespace {

using number = std::int64_t;
using numbers = event_batch<std::string, number>;
using made_row = keyed_value<std::string, number>;

/// Emits the value `value` times, with the watermark added.
struct repeated {
  template <class Emit>
  void operator()(const event_context<std::string>& event, number value, Emit&& emit) const {
    if (value > 9) throw std::runtime_error("too many");
    for (number i = 0; i < value; ++i) emit(value + (event.watermark == watermark::none() ? 0 : 100));
  }
};

using repeating = process_each_operator<std::string, number, number, repeated>;
using harness = operator_harness<std::string, number, number, made_row>;

std::vector<std::string> in_words(const std::vector<made_row>& rows) {
  std::vector<std::string> lines;
  for (const made_row& made : rows) {
    lines.push_back(made.key + " " + std::to_string(made.value) + "@" + std::to_string(made.time.milliseconds));
  }
  return lines;
}

void expect(const std::vector<made_row>& rows, const std::vector<std::string>& lines) {
  BOOST_TEST(in_words(rows) == lines, boost::test_tools::per_element());
}

template <class Call>
std::string failure_of(error_code code, Call call) {
  try {
    call();
  } catch (const failure& thrown) {
    BOOST_TEST((thrown.reason().code == code));
    return thrown.reason().message;
  }
  return "nothing was thrown";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(process_each_suite)

BOOST_AUTO_TEST_CASE(each_event_is_processed_at_once_with_its_own_time_and_key) {
  repeating driven("s", {});
  harness run(driven);
  run.feed("a", 2, event_time{5});
  expect(run.take_rows(), {"a 2@5", "a 2@5"});
  run.feed("b", 0, event_time{6});
  run.feed("b", 1, event_time{7});
  expect(run.take_rows(), {"b 1@7"});
  BOOST_TEST(run.counts().events == 3U);
  BOOST_TEST(run.counts().rows == 3U);
  BOOST_TEST(run.counts().open_panes == 0U);
}

BOOST_AUTO_TEST_CASE(late_events_are_processed_like_others_and_the_watermark_is_passed_on) {
  repeating driven("s", {});
  harness run(driven);
  run.advance(watermark{50});
  run.feed("a", 1, event_time{3});
  expect(run.take_rows(), {"a 101@3"});
  BOOST_TEST(run.take_late().empty());
  BOOST_TEST(run.counts().dropped_late == 0U);
  run.advance(watermark{40});
  BOOST_TEST((driven.now() == watermark{50}));
  BOOST_TEST((driven.forwarded(driven.now()) == watermark{50}));
}

BOOST_AUTO_TEST_CASE(without_room_it_stops_between_two_events_and_nothing_is_lost_or_doubled) {
  repeating driven("s", {});
  plain_port<made_row> rows(2, 0);
  const std::vector<output_port*> ports{&rows};
  driven.connect(ports);
  numbers events;
  for (number i = 0; i < 12; ++i) events.append(event_time{i}, key_hash(std::string("k")), "k", i % 4);
  std::size_t stops = 0;
  for (std::size_t next = 0; (next = driven.process(events, next)) < events.size(); ++stops) rows.grant(1);
  BOOST_TEST(stops > 3U);
  std::vector<std::string> expected;
  for (number i = 0; i < 12; ++i) {
    for (number r = 0; r < i % 4; ++r) expected.push_back("k " + std::to_string(i % 4) + "@" + std::to_string(i));
  }
  expect(rows.take(), expected);
}

BOOST_AUTO_TEST_CASE(an_output_that_is_not_connected_swallows) {
  repeating driven("s", {});
  driven.connect({});
  numbers events;
  events.append(event_time{1}, key_hash(std::string("k")), "k", 3);
  BOOST_TEST(driven.process(events, 0) == 1U);
  BOOST_TEST(driven.counts().rows == 3U);
}

BOOST_AUTO_TEST_CASE(what_the_function_throws_names_stage_key_and_event) {
  repeating driven("doubles", {});
  harness run(driven);
  const auto message = failure_of(error_code::user_function_threw, [&] { run.feed("a", 10, event_time{77}); });
  BOOST_TEST(message == "a user function threw: too many: stage 'doubles', key \"a\", event at 77");
}

BOOST_AUTO_TEST_CASE(an_event_without_a_timestamp_is_an_error_that_names_it) {
  repeating driven("doubles", {});
  harness run(driven);
  const auto message = failure_of(error_code::no_timestamp, [&] { run.feed("a", 1, event_time::none()); });
  BOOST_TEST(message == "an event has no timestamp: stage 'doubles', key \"a\"");
}

BOOST_AUTO_TEST_CASE(change_sets_carry_watermark_and_counts_to_a_fresh_operator) {
  repeating driven("s", {});
  harness run(driven);
  run.feed("a", 2, event_time{5});
  const auto first = driven.freeze();
  run.advance(watermark{9});
  run.feed("a", 1, event_time{5});
  const auto second = driven.freeze();
  BOOST_TEST(second->entries() == 0U);

  repeating fresh("s", {});
  harness again(fresh);
  fresh.restore(*first);
  BOOST_TEST((fresh.now() == watermark::none()));
  BOOST_TEST(fresh.counts().events == 1U);
  BOOST_TEST(fresh.counts().rows == 2U);
  fresh.restore(*second);
  BOOST_TEST((fresh.now() == watermark{9}));
  BOOST_TEST(fresh.counts().events == 2U);
  again.feed("b", 1, event_time{20});
  expect(again.take_rows(), {"b 101@20"});
}

BOOST_AUTO_TEST_CASE(a_change_set_out_of_turn_or_of_another_stage_is_refused) {
  repeating driven("s", {});
  const auto first = driven.freeze();
  const auto second = driven.freeze();
  repeating fresh("s", {});
  BOOST_TEST(failure_of(error_code::internal, [&] { fresh.restore(*second); }) != "nothing was thrown");
  fresh.restore(*first);
  BOOST_TEST(failure_of(error_code::internal, [&] { fresh.restore(*first); }) != "nothing was thrown");
  repeating other("t", {});
  BOOST_TEST(failure_of(error_code::internal, [&] { other.restore(*first); }) != "nothing was thrown");
}

BOOST_AUTO_TEST_SUITE_END()
