#include "examples/conformance/comparison.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <utility>

using namespace conformance;

namespace {

output_row row_of(std::size_t after_step, std::string kind, std::string key, answer value) {
  return {after_step, std::move(kind), std::move(key), window_bounds{0, 1000}, std::move(value), 999, {}};
}

/// A case and an observation that fits it; each test spoils the observation in one way.
struct fitting {
  test_case wanted;
  observation seen;

  fitting() {
    wanted.pipeline.window.type = window_type::tumbling;
    wanted.expect.outputs = {row_of(1, "+I", "k", 3), row_of(1, "+I", "j", 4), row_of(2, "-U", "k", 3),
                             row_of(2, "+U", "k", 5)};
    wanted.expect.late = {{2, "k", 10, 7, {{0, 1000}}}};
    wanted.expect.watermark_out = {{1, 1000}, {2, 2000}};
    wanted.expect.idle_out = {{2, true}};
    wanted.expect.open_windows_at_end = 1;
    seen.outputs = wanted.expect.outputs;
    seen.late = wanted.expect.late;
    seen.watermark_out = wanted.expect.watermark_out;
    seen.idle_out = wanted.expect.idle_out;
    seen.open_windows = 1;
  }

  [[nodiscard]] std::string differing() const {
    std::string names;
    for (const auto& found : compare(wanted, seen)) names += found.what + ";";
    return names;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(comparison, fitting)

BOOST_AUTO_TEST_CASE(what_fits_has_no_difference) {
  BOOST_TEST(differing() == "");
}

BOOST_AUTO_TEST_CASE(rows_of_different_keys_in_one_step_come_in_any_order) {
  std::swap(seen.outputs[0], seen.outputs[1]);
  BOOST_TEST(differing() == "");
}

BOOST_AUTO_TEST_CASE(a_wrong_value_differs_and_both_are_shown) {
  seen.outputs[0].value = 4;
  const auto found = compare(wanted, seen);
  BOOST_REQUIRE(found.size() == 1);
  BOOST_TEST(found[0].what == "outputs of k in [0, 1000)");
  BOOST_TEST(found[0].expected.find("step 1: +I k [0, 1000) = 3 at 999") == 0U);
  BOOST_TEST(found[0].got.find("step 1: +I k [0, 1000) = 4 at 999") == 0U);
}

BOOST_AUTO_TEST_CASE(a_number_and_a_list_with_that_number_differ) {
  seen.outputs[1].value = std::vector<std::int64_t>{4};
  BOOST_TEST(differing() == "outputs of j in [0, 1000);");
}

BOOST_AUTO_TEST_CASE(a_missing_row_differs) {
  seen.outputs.erase(seen.outputs.begin() + 1);
  BOOST_TEST(differing() == "outputs of j in [0, 1000);");
}

BOOST_AUTO_TEST_CASE(an_extra_row_differs_also_of_a_known_window) {
  seen.outputs.push_back(row_of(2, "+I", "k", 5));
  BOOST_TEST(differing() == "outputs of k in [0, 1000);");
  seen.outputs.back().key = "new";
  BOOST_TEST(differing() == "outputs of new in [0, 1000);");
}

BOOST_AUTO_TEST_CASE(a_row_in_the_wrong_step_differs) {
  seen.outputs[1].after_step = 2;
  BOOST_TEST(differing() == "outputs of j in [0, 1000);");
}

BOOST_AUTO_TEST_CASE(the_wrong_order_within_a_key_and_window_differs) {
  std::swap(seen.outputs[2], seen.outputs[3]);
  BOOST_TEST(differing() == "outputs of k in [0, 1000);");
}

BOOST_AUTO_TEST_CASE(kind_time_and_window_differ_too) {
  const auto spoiled = [&](const std::function<void(output_row&)>& spoil) {
    auto other = *this;
    spoil(other.seen.outputs[1]);
    return other.differing();
  };
  BOOST_TEST(spoiled([](auto& row) { row.kind = "+U"; }) == "outputs of j in [0, 1000);");
  BOOST_TEST(spoiled([](auto& row) { row.ts = 1000; }) == "outputs of j in [0, 1000);");
  BOOST_TEST(spoiled([](auto& row) { row.window->second = 2000; }) ==
             "outputs of j in [0, 1000);outputs of j in [0, 2000);");
}

BOOST_AUTO_TEST_CASE(collected_values_compare_in_order_but_for_sessions_as_a_multiset) {
  wanted.pipeline.function = function_name::collect;
  wanted.expect.outputs = {row_of(1, "+I", "k", std::vector<std::int64_t>{1, 2})};
  seen.outputs = {row_of(1, "+I", "k", std::vector<std::int64_t>{2, 1})};
  BOOST_TEST(differing() == "outputs of k in [0, 1000);");
  wanted.pipeline.window.type = window_type::session;
  BOOST_TEST(differing() == "");
  seen.outputs = {row_of(1, "+I", "k", std::vector<std::int64_t>{1, 1})};
  BOOST_TEST(differing() == "outputs of k in [0, 1000);");
}

BOOST_AUTO_TEST_CASE(a_sum_with_its_window_is_no_multiset_for_sessions_either) {
  wanted.pipeline.function = function_name::sum_with_window;
  wanted.pipeline.window.type = window_type::session;
  wanted.expect.outputs = {row_of(1, "+I", "k", std::vector<std::int64_t>{1, 0, 1000})};
  seen.outputs = {row_of(1, "+I", "k", std::vector<std::int64_t>{0, 1, 1000})};
  BOOST_TEST(differing() == "outputs of k in [0, 1000);");
}

BOOST_AUTO_TEST_CASE(what_the_function_saw_counts_only_where_it_is_expected) {
  seen.outputs[0].value_list = {1, 2};
  BOOST_TEST(differing() == "");
  wanted.expect.outputs[0].value_list = {2, 1};
  BOOST_TEST(differing() == "outputs of k in [0, 1000);");
  seen.outputs[0].value_list = {2, 1};
  BOOST_TEST(differing() == "");
}

BOOST_AUTO_TEST_CASE(the_order_of_times_within_a_step_counts_only_where_it_is_asked_for_and_for_each_actor) {
  wanted.expect.outputs[1].ts = 500;
  seen.outputs[1].ts = 500;
  BOOST_TEST(differing() == "");
  wanted.expect.ordered_by_ts = true;
  BOOST_TEST(differing() == "order of outputs;");
  seen.owners = {{"j", 1}};
  BOOST_TEST(differing() == "");
}

BOOST_AUTO_TEST_CASE(each_fact_beside_the_rows_counts) {
  const auto spoiled = [&](const std::function<void(observation&)>& spoil) {
    auto other = *this;
    spoil(other.seen);
    return other.differing();
  };
  BOOST_TEST(spoiled([](auto& seen_now) { seen_now.late[0].missed[0].second = 2000; }) == "late;");
  BOOST_TEST(spoiled([](auto& seen_now) { seen_now.late.clear(); }) == "late;");
  BOOST_TEST(spoiled([](auto& seen_now) { seen_now.dropped_late = 1; }) == "dropped_late;");
  BOOST_TEST(spoiled([](auto& seen_now) { seen_now.partly_late = 1; }) == "partly_late;");
  BOOST_TEST(spoiled([](auto& seen_now) { seen_now.watermark_out[0].ts = 999; }) == "watermark_out;");
  BOOST_TEST(spoiled([](auto& seen_now) { seen_now.watermark_out.pop_back(); }) == "watermark_out;");
  BOOST_TEST(spoiled([](auto& seen_now) { seen_now.idle_out[0].after_step = 1; }) == "idle_out;");
  BOOST_TEST(spoiled([](auto& seen_now) { seen_now.open_windows = 0; }) == "open_windows_at_end;");
}

BOOST_AUTO_TEST_CASE(open_windows_count_only_where_they_are_expected) {
  wanted.expect.open_windows_at_end.reset();
  seen.open_windows = 9;
  BOOST_TEST(differing() == "");
}

BOOST_AUTO_TEST_SUITE_END()
