#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <numeric>
#include <string>
#include <tests/core/pipeline/clicks.hpp>
#include <tests/core/pipeline/expect_lines.hpp>
#include <tests/core/pipeline/plain_engine.hpp>
#include <tuple>
#include <vector>

using namespace millrace;

namespace {

const std::vector<click> three{{"a", 1, 5}, {"a", 2, 7}, {"a", 12, 1}};

auto in_tens(std::vector<click> given) {
  return clicks(std::move(given)).key_by(&click::product).window(tumbling::make({.size = 10ms}));
}

/// The rows of a stage, as lines.
template <class Stage>
std::vector<std::string> rows_of(const Stage& stage) {
  collection_sink<typename Stage::output_row> kept;
  plain_engine::run(stage.to("out", kept).build("rows").value());
  return written(kept.rows());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(windowed_stream_suite)

BOOST_AUTO_TEST_CASE(one_aggregate_gives_its_plain_result) {
  expect_lines(rows_of(in_tens(three).aggregate(sum(&click::amount))), {"a [0, 10) 12", "a [10, 20) 1"});
}

BOOST_AUTO_TEST_CASE(several_aggregates_give_a_tuple) {
  const auto stage = in_tens(three).aggregate(count(), sum(&click::amount), max(&click::time));
  expect_lines(rows_of(stage), {"a [0, 10) (2, 12, 2)", "a [10, 20) (1, 1, 12)"});
}

BOOST_AUTO_TEST_CASE(values_are_reduced_two_by_two) {
  const auto dearer = [](const click& left, const click& right) { return left.amount < right.amount ? right : left; };
  const auto stage = in_tens(three).reduce(dearer);
  collection_sink<row<std::string, click>> kept;
  plain_engine::run(stage.to("out", kept).build("reduced").value());
  BOOST_TEST_REQUIRE(kept.rows().size() == 2U);
  BOOST_TEST(kept.rows()[0].value.amount == 7);
}

BOOST_AUTO_TEST_CASE(a_process_function_sees_all_elements_in_order_of_arrival_and_gives_a_result) {
  const auto stage = in_tens(three).process([](const window_context<std::string>& context, const auto& elements) {
    std::string all = context.key + ":";
    for (const auto& element : elements) all += std::to_string(element.value.amount);
    return all;
  });
  expect_lines(rows_of(stage), {"a [0, 10) \"a:57\"", "a [10, 20) \"a:1\""});
}

BOOST_AUTO_TEST_CASE(a_process_function_may_emit_any_number_of_results) {
  const auto stage = in_tens(three).process<std::int64_t>([](const auto&, const auto& elements, auto&& emit) {
    for (const auto& element : elements) {
      if (element.value.amount > 1) emit(element.value.amount);
    }
  });
  expect_lines(rows_of(stage), {"a [0, 10) 5", "a [0, 10) 7"});
}

BOOST_AUTO_TEST_CASE(an_aggregate_then_a_process_function_sees_the_folded_value_key_and_window) {
  const auto stage = in_tens(three).aggregate_then(
      sum(&click::amount), [](const window_context<std::string>& context, std::int64_t total) {
        return context.key + describe(context.window) + std::to_string(total);
      });
  expect_lines(rows_of(stage), {"a [0, 10) \"a[0, 10)12\"", "a [10, 20) \"a[10, 20)1\""});
}

BOOST_AUTO_TEST_CASE(an_aggregate_then_a_process_function_may_emit_any_number_of_results) {
  const auto stage =
      in_tens(three).aggregate_then<std::uint64_t>(count(), [](const auto&, std::uint64_t counted, auto&& emit) {
        for (std::uint64_t i = 1; i <= counted; ++i) emit(i);
      });
  expect_lines(rows_of(stage), {"a [0, 10) 1", "a [0, 10) 2", "a [10, 20) 1"});
}

BOOST_AUTO_TEST_CASE(a_function_of_the_user_is_an_aggregate_like_any_other) {
  struct product_of_amounts {
    [[nodiscard]] std::int64_t create() const { return 1; }
    void add(std::int64_t& product, const click& value) const { product *= value.amount; }
    void merge(std::int64_t& product, std::int64_t other) const { product *= other; }
    [[nodiscard]] std::int64_t result(std::int64_t product) const { return product; }
    [[nodiscard]] std::string name() const { return "product"; }
  };
  expect_lines(rows_of(in_tens(three).aggregate(product_of_amounts{}, count())),
               {"a [0, 10) (35, 2)", "a [10, 20) (1, 1)"});
}

BOOST_AUTO_TEST_CASE(allowed_lateness_and_output_mode_reach_the_operator) {
  const std::vector<click> late{{"a", 1}, {"a", 10}, {"a", 2}, {"a", 15}, {"a", 3}};
  const auto windows = in_tens(late);
  expect_lines(rows_of(windows.aggregate(count())), {"a [0, 10) 1", "a [10, 20) 2"});
  const auto kept = windows.allowed_lateness(5ms).emit(output_mode::retract).aggregate(count());
  expect_lines(rows_of(kept), {"a [0, 10) 1", "-U a [0, 10) 1", "+U a [0, 10) 2", "a [10, 20) 2"});
  const auto final_rows = windows.allowed_lateness(5ms).emit(output_mode::final_only).aggregate(count());
  expect_lines(rows_of(final_rows), {"a [0, 10) 2", "a [10, 20) 2"});
}

BOOST_AUTO_TEST_CASE(sliding_and_session_windows_go_the_same_way) {
  const auto keyed = clicks({{"a", 1}, {"a", 4}, {"a", 30}}).key_by(&click::product);
  const auto slides = keyed.window(sliding::make({.size = 10ms, .slide = 5ms})).aggregate(count());
  expect_lines(rows_of(slides), {"a [-5, 5) 2", "a [0, 10) 2", "a [25, 35) 1", "a [30, 40) 1"});
  const auto sessions = keyed.window(session::make({.gap = 5ms})).watermark_step(1ms).aggregate(count());
  expect_lines(rows_of(sessions), {"a [1, 9) 2", "a [30, 35) 1"});
}

BOOST_AUTO_TEST_CASE(window_all_puts_every_event_into_one_group) {
  collection_sink<row<no_key, std::uint64_t>> kept;
  const auto plan = clicks({{"a", 1}, {"b", 2}, {"c", 11}})
                        .window_all(tumbling::make({.size = 10ms}))
                        .aggregate(count())
                        .to("out", kept)
                        .build("all");
  plain_engine::run(plan.value());
  BOOST_TEST_REQUIRE(kept.rows().size() == 2U);
  BOOST_TEST(kept.rows()[0].value == 2U);
  BOOST_TEST(kept.rows()[1].value == 1U);
}

BOOST_AUTO_TEST_CASE(the_rounds_of_a_stage_end_on_the_grid_of_its_windows) {
  const auto grid_of = [](const auto& stage) {
    collection_sink<typename std::remove_cvref_t<decltype(stage)>::output_row> kept;
    return stage.to("out", kept).build("grid").value().stages.front().grid;
  };
  const auto plain = grid_of(in_tens(three).allowed_lateness(3ms).aggregate(count()));
  BOOST_TEST(plain.next_after(watermark{10}).milliseconds == 13);
  BOOST_TEST(plain.next_after(watermark{13}).milliseconds == 20);
  const auto keyed = clicks(three).key_by(&click::product);
  const auto quarter = grid_of(keyed.window(session::make({.gap = 40ms})).aggregate(count()));
  BOOST_TEST(quarter.next_after(watermark{10}).milliseconds == 20);
  const auto chosen = grid_of(keyed.window(session::make({.gap = 40ms})).watermark_step(7ms).aggregate(count()));
  BOOST_TEST(chosen.next_after(watermark{7}).milliseconds == 14);
}

BOOST_AUTO_TEST_SUITE_END()
