// A second key behind a window: plans of several stages.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <tests/core/pipeline/clicks.hpp>
#include <tests/core/pipeline/expect_lines.hpp>
#include <tests/core/pipeline/plain_engine.hpp>
#include <vector>

using namespace millrace;

namespace {

using count_row = row<std::string, std::uint64_t>;

auto windows(std::vector<click> given, duration size = 10ms) {
  return clicks(std::move(given)).key_by(&click::product).window(tumbling::make({.size = size}));
}
auto counts(std::vector<click> given) {
  return windows(std::move(given)).aggregate(count()).named("counts");
}

/// "small" or "big", by the count of a row.
std::string size_of(const count_row& made) {
  return made.value > 1 ? "big" : "small";
}

const std::vector<click> six{{"a", 1}, {"a", 2}, {"b", 3}, {"c", 14}, {"c", 15}, {"d", 16}};

template <class Stage>
std::vector<std::string> rows_of(const Stage& stage, plain_engine_options options = {}) {
  collection_sink<typename Stage::output_row> kept;
  plain_engine::run(stage.to("out", kept).build("rows").value(), options);
  return written(kept.rows());
}

round_grid grid_of(const result<logical_plan>& plan) {
  return plan.value().stages.front().grid;
}

std::vector<std::int64_t> times(const round_grid& grid, int many) {
  std::vector<std::int64_t> all;
  watermark mark{0};
  for (int i = 0; i < many; ++i) all.push_back((mark = grid.next_after(mark)).milliseconds);
  return all;
}

const auto any = callback_sink([](const auto&) {});

}  // namespace

BOOST_AUTO_TEST_SUITE(second_stage_suite)

BOOST_AUTO_TEST_CASE(rows_of_a_window_are_grouped_by_a_second_key_at_their_own_times) {
  const auto stage = counts(six).key_by(size_of).window(tumbling::make({.size = 20ms})).aggregate(count());
  expect_lines(rows_of(stage), {"big [0, 20) 2", "small [0, 20) 2"});
  // A row's time is the last moment of its window, 9 or 19, so windows of 10 ms keep the rows of both apart.
  const auto narrow = counts(six).key_by(size_of).window(tumbling::make({.size = 10ms})).aggregate(count());
  expect_lines(rows_of(narrow), {"big [0, 10) 1", "small [0, 10) 1", "big [10, 20) 1", "small [10, 20) 1"});
}

BOOST_AUTO_TEST_CASE(what_goes_on_is_what_value_of_takes_of_the_row) {
  const auto stage = counts(six)
                         .key_by(size_of, &count_row::value)
                         .window(tumbling::make({.size = 20ms}))
                         .aggregate(sum([](std::uint64_t counted) { return static_cast<std::int64_t>(counted); }));
  expect_lines(rows_of(stage), {"big [0, 20) 4", "small [0, 20) 2"});
}

BOOST_AUTO_TEST_CASE(steps_on_rows_run_before_the_second_key) {
  const auto stage = counts(six)
                         .filter([](const count_row& made) { return made.key != "d"; })
                         .map([](const count_row& made) { return made.key + "!"; })
                         .key_by([](const std::string& key) { return key.back() == '!' ? key : "no step ran"; })
                         .window(tumbling::make({.size = 20ms}))
                         .aggregate(count());
  expect_lines(rows_of(stage), {"a! [0, 20) 1", "b! [0, 20) 1", "c! [0, 20) 1"});
}

BOOST_AUTO_TEST_CASE(the_number_of_receivers_and_the_size_of_batches_and_rounds_change_nothing) {
  std::vector<click> many;
  for (std::int64_t i = 0; i < 1000; ++i) many.push_back({std::string(1, static_cast<char>('a' + i % 17)), i, i % 5});
  const auto stage =
      counts(many).key_by(size_of).window(sliding::make({.size = 40ms, .slide = 15ms})).aggregate(count());
  const auto expected = rows_of(stage);
  BOOST_TEST(expected.size() > 50U);
  for (const std::size_t receivers : {1U, 3U}) {
    expect_lines(rows_of(stage, {.receivers = receivers, .round = 4096, .batch = 64}), expected);
    expect_lines(rows_of(stage, {.receivers = receivers, .round = 1, .batch = 1}), expected);
  }
}

BOOST_AUTO_TEST_CASE(any_number_of_stages_stand_in_a_line) {
  const auto hundreds = counts(six).key_by(size_of).window(tumbling::make({.size = 20ms})).aggregate(count());
  const auto third = hundreds.key_by([](const count_row& made) { return made.key.size(); })
                         .window(tumbling::make({.size = 50ms}))
                         .aggregate(count());
  collection_sink<row<std::size_t, std::uint64_t>> kept;
  const auto plan =
      third.window_all(tumbling::make({.size = 100ms}))
          .aggregate(count())
          .map([](const row<no_key, std::uint64_t>& made) {
            return row<std::size_t, std::uint64_t>{row_kind::insert, 0, made.window, made.value, made.time};
          })
          .to("out", kept)
          .build("four");
  BOOST_TEST(plan.value().stages.size() == 4U);
  plain_engine::run(plan.value());
  BOOST_TEST_REQUIRE(kept.rows().size() == 1U);
  BOOST_TEST(kept.rows()[0].value == 2U);  // keys of 3 and of 5 letters
  BOOST_TEST((kept.rows()[0].window == window_between(0, 100)));
}

BOOST_AUTO_TEST_CASE(one_group_for_all_rows_needs_no_key) {
  collection_sink<row<no_key, std::uint64_t>> kept;
  const auto plan = counts(six)
                        .window_all(tumbling::make({.size = 20ms}))
                        .aggregate(max(&count_row::value))
                        .to("out", kept)
                        .build("greatest");
  plain_engine::run(plan.value());
  BOOST_TEST_REQUIRE(kept.rows().size() == 1U);
  BOOST_TEST(kept.rows()[0].value == 2U);
}

BOOST_AUTO_TEST_CASE(sinks_behind_late_and_side_outputs_of_an_earlier_stage_keep_working) {
  const side_output<std::string> odd{"odd"};
  collection_sink<late_event<std::string, click>> late;
  collection_sink<timed_value<std::string>> odd_keys;
  collection_sink<count_row> kept;
  const auto plan = windows({{"a", 1}, {"b", 2}, {"b", 3}, {"b", 25}, {"a", 4}})
                        .process([odd](const window_context<std::string>& context, const auto& elements) {
                          if (elements.size() % 2 == 1) context.side(odd, context.key);
                          return static_cast<std::uint64_t>(elements.size());
                        })
                        .late_to("late", late)
                        .side_to(odd, "odd keys", odd_keys)
                        .key_by(size_of)
                        .window(tumbling::make({.size = 10ms}))
                        .aggregate(count())
                        .to("out", kept)
                        .build("sides");
  plain_engine::run(plan.value());
  BOOST_TEST_REQUIRE(late.rows().size() == 1U);
  BOOST_TEST((late.rows()[0].event == click{"a", 4}));
  BOOST_TEST(odd_keys.rows().size() == 2U);
  expect_lines(written(kept.rows()), {"big [0, 10) 1", "small [0, 10) 1", "small [20, 30) 1"});
}

BOOST_AUTO_TEST_CASE(a_stage_behind_final_only_waits_for_what_it_holds_back) {
  const std::vector<click> late{{"a", 1}, {"a", 10}, {"a", 2}, {"a", 15}, {"a", 26}, {"b", 5}};
  const auto first = windows(late).allowed_lateness(5ms).emit(output_mode::final_only).aggregate(count());
  const auto stage =
      first.late_to("late", any).key_by(size_of).window(tumbling::make({.size = 10ms})).aggregate(count());
  // a has 2 in [0, 10), 2 in [10, 20), 1 in [20, 30); b came too late.
  expect_lines(rows_of(stage), {"big [0, 10) 1", "big [10, 20) 1", "small [20, 30) 1"});
}

BOOST_AUTO_TEST_CASE(rows_are_never_late_for_the_stage_behind) {
  std::vector<click> disordered;
  for (std::int64_t i = 0; i < 400; ++i)
    disordered.push_back({std::string(1, static_cast<char>('a' + i % 7)), i * 37 % 400});
  for (const output_mode mode : {output_mode::append, output_mode::final_only}) {
    const duration lateness = mode == output_mode::append ? 0ms : 13ms;
    std::size_t late = 0;
    const auto plan = windows(disordered)
                          .allowed_lateness(lateness)
                          .emit(mode)
                          .aggregate(count())
                          .key_by(size_of)
                          .window(tumbling::make({.size = 1ms}))
                          .aggregate(count())
                          .late_to("late", callback_sink([&late](const auto&) { ++late; }))
                          .to("out", any)
                          .build("late");
    plain_engine::run(plan.value(), {.receivers = 2, .round = 3, .batch = 2});
    BOOST_TEST(late == 0U);
  }
}

BOOST_AUTO_TEST_CASE(what_a_second_key_function_throws_names_stage_key_and_window) {
  const auto plan = counts({{"a", 1}})
                        .key_by([](const count_row&) -> int { throw std::runtime_error("no key today"); })
                        .window(tumbling::make({.size = 10ms}))
                        .aggregate(count())
                        .to("out", any)
                        .build("throws");
  BOOST_CHECK_EXCEPTION(plain_engine::run(plan.value()), failure, [](const failure& thrown) {
    const std::string& message = thrown.reason().message;
    return message.find("no key today") != std::string::npos &&
           message.find("stage 'counts', key \"a\", window [0, 10)") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(rounds_end_at_the_times_of_all_stages) {
  const auto plan = windows({}, 50ms)
                        .aggregate(count())
                        .key_by(size_of)
                        .window(tumbling::make({.size = 70ms}))
                        .allowed_lateness(5ms)
                        .aggregate(count())
                        .to("out", any)
                        .build("grid");
  BOOST_TEST(times(grid_of(plan), 7) == (std::vector<std::int64_t>{5, 50, 70, 75, 100, 140, 145}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(behind_final_only_rounds_end_later_by_the_lateness_of_every_stage_before) {
  const auto first = windows({}, 100ms).allowed_lateness(7ms).emit(output_mode::final_only).aggregate(count());
  const auto second = first.key_by(size_of)
                          .window(tumbling::make({.size = 1s}))
                          .allowed_lateness(20ms)
                          .emit(output_mode::final_only)
                          .aggregate(count());
  const auto third = second.key_by(size_of).window(tumbling::make({.size = 100ms, .offset = 50ms})).aggregate(count());
  // The first: 0 and 7 of each 100. The second: 7 and 27 of each 1000. The third: 50 + 27 of each 100.
  BOOST_TEST(times(grid_of(third.to("out", any).build("grid")), 5) == (std::vector<std::int64_t>{7, 27, 77, 100, 107}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(behind_a_stage_that_waits_for_the_end_no_time_matters) {
  const auto first = windows({}, 100ms).allowed_lateness(forever).emit(output_mode::final_only).aggregate(count());
  const auto plan =
      first.key_by(size_of).window(tumbling::make({.size = 30ms})).aggregate(count()).to("out", any).build("grid");
  const round_grid grid = grid_of(plan);
  BOOST_TEST(grid.next_after(watermark{0}).milliseconds == 100);
}

BOOST_AUTO_TEST_CASE(the_plan_leads_from_stage_to_stage) {
  const auto plan = counts({})
                        .late_to("late", any)
                        .key_by(size_of)
                        .window(session::make({.gap = 1s}))
                        .aggregate(count())
                        .to("out", any)
                        .build("two")
                        .value();
  BOOST_TEST_REQUIRE(plan.stages.size() == 2U);
  const stage_node& first = plan.stages[0];
  const stage_node& second = plan.stages[1];
  BOOST_TEST(first.name == "counts");
  BOOST_TEST(second.name == "stage 2");
  BOOST_TEST((first.outputs[0].next_stage == 1U));
  BOOST_TEST(first.outputs[0].sinks.empty());
  BOOST_TEST(!first.outputs[1].next_stage.has_value());
  BOOST_TEST(!first.previous_stage.has_value());
  BOOST_TEST((second.previous_stage == 0U));
  BOOST_TEST(second.sources.empty());
  BOOST_TEST(!second.outputs[0].next_stage.has_value());
  using exchanged = event_batch<std::string, count_row>;
  BOOST_TEST(dynamic_cast<exchanged*>(first.outputs[0].make_batch().get()) != nullptr);
  BOOST_TEST(dynamic_cast<exchanged*>(second.make_input_batch().get()) != nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
