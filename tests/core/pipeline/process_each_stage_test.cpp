// Keyed stages without a window.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <tests/core/pipeline/clicks.hpp>
#include <tests/core/pipeline/expect_lines.hpp>
#include <tests/core/pipeline/plain_engine.hpp>
#include <vector>

using namespace millrace;

namespace {

using click_of_product = keyed_value<std::string, click>;

auto by_product(std::vector<click> given) {
  return clicks(std::move(given)).key_by(&click::product);
}
auto passed_on(std::vector<click> given) {
  return by_product(std::move(given))
      .process_each([](const auto&, const click& each) { return each; })
      .named("pass on");
}

const auto any = callback_sink([](const auto&) {});

}  // namespace

BOOST_AUTO_TEST_SUITE(process_each_stage_suite)

BOOST_AUTO_TEST_CASE(the_rows_carry_key_and_time_of_the_event_and_what_the_function_gives) {
  collection_sink<keyed_value<std::string, std::string>> kept;
  const auto plan =
      by_product({{"a", 1, 5}})
          .process_each([](const event_context<std::string>& event, const click& each) {
            return event.key + "/" + std::to_string(event.time.milliseconds) + "/" + std::to_string(each.amount);
          })
          .to("out", kept)
          .build("each");
  plain_engine::run(plan.value());
  BOOST_TEST((kept.rows() == std::vector<keyed_value<std::string, std::string>>{{"a", "a/1/5", event_time{1}}}));
}

BOOST_AUTO_TEST_CASE(a_function_may_emit_any_number_of_results_and_steps_follow) {
  collection_sink<std::int64_t> kept;
  const auto plan = by_product({{"a", 1, 3}, {"a", 2, 0}, {"a", 3, 1}})
                        .process_each<std::int64_t>([](const auto&, const click& each, auto&& emit) {
                          for (std::int64_t i = 0; i < each.amount; ++i) emit(i);
                        })
                        .filter([](const auto& made) { return made.value != 1; })
                        .map([](const auto& made) { return made.time.milliseconds * 10 + made.value; })
                        .to("out", kept)
                        .build("each");
  plain_engine::run(plan.value());
  BOOST_TEST(kept.rows() == (std::vector<std::int64_t>{10, 12, 30}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_window_behind_it_judges_events_as_if_it_were_not_there) {
  const std::vector<click> given{{"a", 1}, {"b", 12}, {"a", 3}, {"a", 14}, {"a", 8}, {"b", 33}, {"b", 15}};
  const auto run = [](const auto& keyed) {
    std::vector<std::string> late;
    collection_sink<row<std::string, std::uint64_t>> kept;
    const auto plan = keyed.window(sliding::make({.size = 10ms, .slide = 5ms}))
                          .allowed_lateness(4ms)
                          .emit(output_mode::retract)
                          .aggregate(count())
                          .late_to("late", callback_sink([&late](const late_event<std::string, click>& missed) {
                                     late.push_back(missed.key + "@" + std::to_string(missed.time.milliseconds) + " " +
                                                    std::to_string(missed.missed.size()) + " by " +
                                                    std::to_string(missed.judged_by.milliseconds));
                                   }))
                          .to("out", kept)
                          .build("judged");
    plain_engine::run(plan.value());
    std::vector<std::string> lines = written(kept.rows());
    lines.insert(lines.end(), late.begin(), late.end());
    return lines;
  };
  const auto direct = run(by_product(given));
  BOOST_TEST(direct.size() > 10U);
  BOOST_TEST(direct.back().find(" by ") != std::string::npos);
  expect_lines(run(passed_on(given).key_by(&click_of_product::key, &click_of_product::value)), direct);
}

BOOST_AUTO_TEST_CASE(it_may_stand_behind_a_window) {
  collection_sink<keyed_value<std::uint64_t, std::string>> kept;
  const auto plan = by_product({{"a", 1}, {"a", 2}, {"b", 3}})
                        .window(tumbling::make({.size = 10ms}))
                        .aggregate(count())
                        .key_by(&row<std::string, std::uint64_t>::value)
                        .process_each([](const auto&, const auto& made) { return made.key; })
                        .named("by count")
                        .to("out", kept)
                        .build("behind");
  plain_engine::run(plan.value(), {.receivers = 1, .round = 4096, .batch = 4});
  BOOST_TEST_REQUIRE(kept.rows().size() == 2U);
  for (const auto& made : kept.rows()) {
    BOOST_TEST(made.value == (made.key == 2 ? "a" : "b"));
    BOOST_TEST((made.time == event_time{9}));
  }
}

BOOST_AUTO_TEST_CASE(its_plan_has_one_output_no_grid_and_words) {
  const auto plan = passed_on({})
                        .key_by(&click_of_product::key)
                        .window(tumbling::make({.size = 10ms}))
                        .aggregate(count())
                        .to("out", any)
                        .build("words")
                        .value();
  BOOST_TEST_REQUIRE(plan.stages.size() == 2U);
  BOOST_TEST(plan.stages[0].outputs.size() == 1U);
  BOOST_TEST((plan.stages[0].grid.next_after(watermark{0}) == watermark{10}));  // that of the window behind it
  const std::string words = plan.explain();
  BOOST_TEST(words.find("stage 'pass on': each event by itself\n"
                        "  operator: process each operator (process each, key by): no window, no state\n"
                        "  output 'rows' to stage 'stage 2'\n") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
