#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <millrace/core/aggregate/aggregates.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "aggregate_law.hpp"

namespace millrace {

using testing::any_double;
using testing::any_order;
using testing::check_law;
using testing::fold;
using testing::order;
using testing::small_number;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class Value, class Aggregate>
auto over(const Aggregate& aggregate, const std::vector<Value>& values) {
  return fold(aggregate_for<Value>(aggregate), values);
}

template <class Value, class Aggregate>
using result_over = aggregate_result_of<aggregate_for_t<Value, Aggregate>>;

bool nearly_equal(double left, double right) {
  return std::abs(left - right) <= 1e-12 * (1.0 + std::abs(left));
}

/// Longest of a few: an aggregate of a user's own, as the concept asks for it.
struct longest {
  std::string create() const { return {}; }
  void add(std::string& kept, const std::string& value) const {
    if (value.size() > kept.size()) kept = value;
  }
  void merge(std::string& kept, const std::string& other) const { add(kept, other); }
  std::size_t result(const std::string& kept) const { return kept.size(); }
  const char* name() const { return "longest"; }
};
static_assert(aggregate_function<longest, std::string>);
static_assert(!aggregate_function<longest, int>);
static_assert(!aggregate_over<decltype(sum()), std::string>, "text has no sum");
static_assert(!aggregate_over<decltype(sum(&order::amount)), int>, "an int has no amount");
static_assert(aggregate_over<decltype(several(longest{}, count())), std::string>);

static_assert(std::is_same_v<result_over<int, decltype(count())>, std::uint64_t>);
static_assert(std::is_same_v<result_over<int, decltype(sum())>, std::int64_t>);
static_assert(std::is_same_v<result_over<unsigned, decltype(sum())>, std::int64_t>);
static_assert(std::is_same_v<result_over<std::uint64_t, decltype(sum())>, std::uint64_t>);
static_assert(std::is_same_v<result_over<float, decltype(sum())>, double>);
static_assert(std::is_same_v<result_over<int, decltype(mean())>, double>);
static_assert(std::is_same_v<result_over<order, decltype(min(&order::amount))>, int>);
static_assert(std::is_same_v<result_over<order, decltype(top_n(2, &order::amount))>, std::vector<order>>);
static_assert(std::is_same_v<result_over<order, decltype(several(count(), sum(&order::amount)))>,
                             std::tuple<std::uint64_t, std::int64_t>>);

}  // namespace

BOOST_AUTO_TEST_SUITE(aggregates)

BOOST_AUTO_TEST_CASE(parts_merged_in_any_order_give_the_result_of_the_whole_list) {
  check_law<int>(count(), small_number);
  check_law<order>(sum(&order::amount), any_order);
  check_law<order>(mean(&order::amount), any_order);
  check_law<order>(min(&order::amount), any_order);
  check_law<order>(max(&order::amount), any_order);
  check_law<order>(first(&order::number), any_order);
  check_law<order>(last(&order::number), any_order);
  check_law<order>(collect(&order::number), any_order);
  check_law<order>(top_n(1, &order::amount), any_order);
  check_law<order>(top_n(4, &order::amount), any_order);
  check_law<int>(reduce(std::plus<>{}), small_number);
  check_law<order>(several(count(), last(), top_n(2, &order::amount), several(sum(&order::amount))), any_order);
}

BOOST_AUTO_TEST_CASE(equals_in_an_order_of_a_users_own_do_not_show_how_elements_were_merged) {
  struct by_amount {
    order kept;
    bool operator<(const by_amount& other) const { return kept.amount < other.kept.amount; }
    bool operator==(const by_amount&) const = default;
  };
  const auto make = [](auto& random) { return by_amount{any_order(random)}; };
  check_law<by_amount>(min(), make);
  check_law<by_amount>(max(), make);
  BOOST_TEST((over<by_amount>(min(), {{{2, 7}}, {{1, 8}}, {{1, 9}}}).kept.number == 8U));
  BOOST_TEST((over<by_amount>(max(), {{{2, 7}}, {{2, 8}}, {{1, 9}}}).kept.number == 7U));
}

BOOST_AUTO_TEST_CASE(sums_of_doubles_merged_in_any_order_differ_in_the_last_digits_at_most) {
  check_law<double>(sum(), any_double, nearly_equal);
  check_law<double>(mean(), any_double, nearly_equal);
}

BOOST_AUTO_TEST_CASE(without_a_projection_the_elements_themselves_are_aggregated) {
  const std::vector<int> numbers{3, 1, 4, 1, 5};
  BOOST_TEST(over(count(), numbers) == 5U);
  BOOST_TEST(over(sum(), numbers) == 14);
  BOOST_TEST(over(mean(), numbers) == 2.8);
  BOOST_TEST(over(min(), numbers) == 1);
  BOOST_TEST(over(max(), numbers) == 5);
  BOOST_TEST(over(first(), numbers) == 3);
  BOOST_TEST(over(last(), numbers) == 5);
  BOOST_TEST(over(collect(), numbers) == numbers, boost::test_tools::per_element());
  BOOST_TEST(over(top_n(3), numbers) == (std::vector<int>{5, 4, 3}), boost::test_tools::per_element());
  BOOST_TEST(over(reduce([](int left, int right) { return left * right; }), numbers) == 60);
}

BOOST_AUTO_TEST_CASE(a_projection_may_be_a_lambda_with_any_argument) {
  const std::vector<order> orders{{2, 0}, {5, 1}};
  BOOST_TEST(over(sum([](const auto& each) { return each.amount * 10; }), orders) == 70);
  BOOST_TEST(over(max([](const order& each) { return -each.amount; }), orders) == -2);
  BOOST_TEST(over(mean([](const order& each) { return each.amount * 0.5; }), orders) == 1.75);
}

BOOST_AUTO_TEST_CASE(a_sum_of_integers_is_exact_where_a_part_of_it_overflows) {
  constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
  BOOST_TEST(over<std::int64_t>(sum(), {greatest, greatest, -greatest}) == greatest);
  BOOST_TEST(over<std::int64_t>(mean(), {greatest, greatest}) == 9223372036854775808.0);
}

BOOST_AUTO_TEST_CASE(a_sum_that_overflows_is_a_failure_that_names_the_aggregate) {
  constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
  BOOST_CHECK_EXCEPTION(over<std::int64_t>(sum(), {greatest, 1}), failure, [](const failure& thrown) {
    return thrown.reason().code == error_code::sum_overflow && thrown.reason().message.starts_with("sum: ");
  });
}

BOOST_AUTO_TEST_CASE(not_a_number_is_taken_only_when_there_is_nothing_else) {
  BOOST_TEST(over<double>(min(), {not_a_number, 2.0, 1.0}) == 1.0);
  BOOST_TEST(over<double>(max(), {1.0, not_a_number, 2.0}) == 2.0);
  BOOST_TEST(std::isnan(over<double>(min(), {not_a_number})));
  const auto best = over<double>(top_n(3), {not_a_number, 1.0, 2.0});
  BOOST_TEST(best[0] == 2.0);
  BOOST_TEST(best[1] == 1.0);
  BOOST_TEST(std::isnan(best[2]));
}

BOOST_AUTO_TEST_CASE(top_n_is_descending_and_ties_come_in_order_of_arrival) {
  const std::vector<order> orders{{1, 0}, {7, 1}, {3, 2}, {7, 3}, {3, 4}};
  const std::vector<order> expected{{7, 1}, {7, 3}, {3, 2}};
  BOOST_CHECK(over(top_n(3, &order::amount), orders) == expected);
}

BOOST_AUTO_TEST_CASE(top_n_of_fewer_elements_gives_them_all) {
  BOOST_TEST(over<int>(top_n(5), {1, 2}) == (std::vector<int>{2, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(top_0_is_refused_and_the_message_says_what_is_accepted) {
  BOOST_CHECK_EXCEPTION(static_cast<void>(top_n(0)), failure, [](const failure& thrown) {
    return thrown.reason().code == error_code::option_out_of_range &&
           thrown.reason().message == "top_n: n is 0; accepted: 1 or more";
  });
}

BOOST_AUTO_TEST_CASE(first_and_last_go_by_arrival_not_by_time) {
  const auto earliest = aggregate_for<int>(first());
  const auto latest = aggregate_for<int>(last());
  auto kept_first = earliest.create();
  auto kept_last = latest.create();
  for (const auto& [value, time, arrival] :
       {std::tuple{10, 500, 2U}, std::tuple{20, 900, 1U}, std::tuple{30, 100, 3U}}) {
    const element_context context{event_time{time}, arrival};
    earliest.add(kept_first, value, context);
    latest.add(kept_last, value, context);
  }
  BOOST_TEST(earliest.result(kept_first) == 20);
  BOOST_TEST(latest.result(kept_last) == 30);
}

BOOST_AUTO_TEST_CASE(collect_sorts_elements_that_are_added_out_of_order) {
  const auto list = aggregate_for<int>(collect());
  auto all = list.create();
  for (const unsigned arrival : {2U, 5U, 1U, 4U}) {
    list.add(all, static_cast<int>(arrival) * 10, {.time = event_time{0}, .arrival = arrival});
  }
  BOOST_TEST(list.result(all) == (std::vector<int>{10, 20, 40, 50}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(several_gives_the_results_in_order_and_keeps_the_names) {
  const auto function = aggregate_for<order>(several(count(), sum(&order::amount), max(&order::amount)));
  const std::vector<order> orders{{2, 0}, {5, 1}};
  BOOST_CHECK(fold(function, orders) == std::tuple(2U, 7, 5));
  BOOST_TEST(function.name() == "count, sum, max");
  BOOST_TEST(function.names() == (std::vector<std::string>{"count", "sum", "max"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_aggregate_has_its_name) {
  BOOST_TEST(count().name() == "count");
  BOOST_TEST(aggregate_for<int>(sum()).name() == "sum");
  BOOST_TEST(aggregate_for<int>(mean()).name() == "mean");
  BOOST_TEST(aggregate_for<int>(min()).name() == "min");
  BOOST_TEST(aggregate_for<int>(max()).name() == "max");
  BOOST_TEST(aggregate_for<int>(first()).name() == "first");
  BOOST_TEST(aggregate_for<int>(last()).name() == "last");
  BOOST_TEST(aggregate_for<int>(collect()).name() == "collect");
  BOOST_TEST(aggregate_for<int>(top_n(1)).name() == "top_n");
  BOOST_TEST(aggregate_for<int>(reduce(std::plus<>{})).name() == "reduce");
}

BOOST_AUTO_TEST_CASE(over_no_element_results_are_defined) {
  const std::vector<int> none;
  BOOST_TEST(over(count(), none) == 0U);
  BOOST_TEST(over(sum(), none) == 0);
  BOOST_TEST(std::isnan(over(mean(), none)));
  BOOST_TEST(over(min(), none) == 0);
  BOOST_TEST(over(first(), none) == 0);
  BOOST_TEST(over(collect(), none).empty());
  BOOST_TEST(over(top_n(2), none).empty());
}

BOOST_AUTO_TEST_CASE(an_aggregate_of_a_users_own_stands_beside_the_built_in_ones) {
  const std::vector<std::string> words{"mill", "race", "stream"};
  BOOST_CHECK(over(several(longest{}, count(), min()), words) == std::tuple(6U, 3U, std::string("mill")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace millrace
