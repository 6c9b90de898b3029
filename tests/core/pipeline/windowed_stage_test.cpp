#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tests/core/pipeline/clicks.hpp>
#include <tests/core/pipeline/expect_lines.hpp>
#include <tests/core/pipeline/plain_engine.hpp>
#include <vector>

using namespace millrace;

namespace {

using count_row = row<std::string, std::uint64_t>;

auto counts_of(std::vector<click> given) {
  return clicks(std::move(given)).key_by(&click::product).window(tumbling::make({.size = 10ms})).aggregate(count());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(windowed_stage_suite)

BOOST_AUTO_TEST_CASE(every_sink_gets_every_row) {
  collection_sink<count_row> first;
  std::vector<count_row> second;
  const auto plan = counts_of({{"a", 1}, {"b", 2}, {"a", 11}})
                        .to("first", first)
                        .to("second", callback_sink([&](const count_row& made) { second.push_back(made); }))
                        .build("two sinks");
  plain_engine::run(plan.value());
  expect_lines(written(first.rows()), {"a [0, 10) 1", "b [0, 10) 1", "a [10, 20) 1"});
  expect_lines(written(second), written(first.rows()));
}

BOOST_AUTO_TEST_CASE(steps_on_rows_run_before_the_sinks) {
  collection_sink<std::string> kept;
  const auto plan = counts_of({{"a", 1}, {"a", 2}, {"b", 3}, {"c", 4}, {"c", 5}})
                        .filter([](const count_row& made) { return made.value > 1; })
                        .map([](const count_row& made) { return made.key + "=" + std::to_string(made.value); })
                        .filter([](const std::string& text) { return text != "c=2"; })
                        .to("out", kept)
                        .build("steps");
  plain_engine::run(plan.value());
  expect_lines(kept.rows(), {"a=2"});
}

BOOST_AUTO_TEST_CASE(late_events_go_to_their_sinks_with_the_windows_they_missed) {
  collection_sink<late_event<std::string, click>> late;
  std::size_t seen = 0;
  collection_sink<count_row> kept;
  const auto plan = counts_of({{"a", 1}, {"a", 25}, {"a", 3}})
                        .late_to("late", late)
                        .late_to("counter", callback_sink([&](const late_event<std::string, click>&) { ++seen; }))
                        .to("out", kept)
                        .build("late");
  plain_engine::run(plan.value());
  BOOST_TEST_REQUIRE(late.rows().size() == 1U);
  const auto missed = late.rows()[0];
  BOOST_TEST((missed.event == click{"a", 3}));
  BOOST_TEST((missed.missed == std::vector<time_window>{window_between(0, 10)}));
  BOOST_TEST((missed.judged_by == watermark{25}));
  BOOST_TEST(seen == 1U);
}

BOOST_AUTO_TEST_CASE(side_outputs_carry_what_the_function_sends_to_their_tags) {
  const side_output<std::int64_t> dear{"dear"};
  const side_output<std::string> odd{"odd"};
  collection_sink<timed_value<std::int64_t>> dear_amounts;
  collection_sink<timed_value<std::string>> odd_keys;
  collection_sink<row<std::string, std::size_t>> kept;
  const auto plan = clicks({{"a", 1, 5}, {"a", 2, 700}, {"b", 3, 1}})
                        .key_by(&click::product)
                        .window(tumbling::make({.size = 10ms}))
                        .process([=](const window_context<std::string>& context, const auto& elements) {
                          for (const auto& element : elements) {
                            if (element.value.amount > 100) context.side(dear, element.value.amount);
                          }
                          if (elements.size() % 2 == 1) context.side(odd, context.key);
                          return elements.size();
                        })
                        .side_to(odd, "odd keys", odd_keys)
                        .side_to(dear, "dear amounts", dear_amounts)
                        .to("out", kept)
                        .build("sides");
  plain_engine::run(plan.value());
  BOOST_TEST(kept.rows().size() == 2U);
  BOOST_TEST((dear_amounts.rows() == std::vector<timed_value<std::int64_t>>{{700, event_time{9}}}));
  BOOST_TEST((odd_keys.rows() == std::vector<timed_value<std::string>>{{"b", event_time{9}}}));
}

BOOST_AUTO_TEST_CASE(a_stage_may_send_late_events_alone) {
  collection_sink<late_event<std::string, click>> late;
  const auto plan = counts_of({{"a", 1}, {"a", 25}, {"a", 3}}).late_to("late", late).build("late only");
  plain_engine::run(plan.value());
  BOOST_TEST(late.rows().size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_a_step_on_rows_throws_names_stage_key_and_window) {
  collection_sink<int> kept;
  const auto plan = counts_of({{"a", 1}})
                        .named("counts")
                        .map([](const count_row&) -> int { throw std::runtime_error("no such row"); })
                        .to("out", kept)
                        .build("throws");
  std::string message;
  try {
    plain_engine::run(plan.value());
  } catch (const failure& thrown) {
    BOOST_TEST((thrown.reason().code == error_code::user_function_threw));
    message = thrown.reason().message;
  }
  BOOST_TEST(message.find("no such row") != std::string::npos);
  BOOST_TEST(message.find("stage 'counts', key \"a\", window [0, 10)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_last_step_of_a_sink_says_that_nothing_follows) {
  collection_sink<count_row> kept;
  plain_engine::run(counts_of({{"a", 1}}).to("out", kept).build("end").value());
  BOOST_TEST_REQUIRE(!kept.steps().empty());
  BOOST_TEST(kept.steps().back().end);
  BOOST_TEST((kept.steps().back().mark == watermark::final()));
  BOOST_TEST(kept.row_steps().back() == kept.steps().back().step);
}

BOOST_AUTO_TEST_SUITE_END()
