#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <tests/actors/engine/sensors.hpp>

using namespace millrace;
using namespace millrace::testing;
namespace bdata = boost::unit_test::data;

BOOST_DATA_TEST_CASE(rows_are_those_of_a_plain_group_by_for_any_actors_round_and_batch,
                     bdata::make({1U, 2U, 7U}) * bdata::make({1U, 64U, 4096U}) * bdata::make({1U, 4096U}), actors,
                     round, batch) {
  const auto all = readings(5'000, 20);
  const collection_sink<sum_row> rows;
  auto plan = sums(collection_source<reading>(all), rows);
  const auto ran = run(std::move(plan.value()), {.actors = actors, .round = round, .batch = batch});
  BOOST_REQUIRE(ran.has_value());
  BOOST_TEST((ran.value().how == run_end::ended));
  BOOST_TEST(ran.value().counts.records_read == all.size());
  BOOST_TEST(ran.value().counts.events == all.size());
  BOOST_TEST(ran.value().counts.dropped_late == 0U);
  BOOST_TEST(ran.value().counts.open_panes == 0U);
  BOOST_TEST((table_of(rows.rows()) == group_by(all)));
}

BOOST_AUTO_TEST_CASE(several_source_actors_lose_and_double_nothing) {
  const auto all = readings(4'000, 20);
  std::vector<std::vector<reading>> parts(5);
  for (std::size_t index = 0; index < all.size(); ++index) parts[index % parts.size()].push_back(all[index]);
  const collection_sink<sum_row> rows;
  auto plan = sums(collection_source<reading>::splits(parts), rows);
  const auto ran = run(std::move(plan.value()), {.actors = 3, .source_actors = 2, .round = 16});
  BOOST_REQUIRE(ran.has_value());
  BOOST_TEST(ran.value().counts.events == all.size());
  BOOST_TEST((table_of(rows.rows()) == group_by(all)));
}

BOOST_AUTO_TEST_CASE(late_events_are_the_same_on_every_run) {
  const auto all = readings(20'000, 10);
  std::uint64_t expected = 0;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const collection_sink<sum_row> rows;
    auto plan = sums(collection_source<reading>(all), rows, duration{0});
    const auto ran = run(std::move(plan.value()), {.actors = static_cast<std::size_t>(1 + repeat)});
    BOOST_REQUIRE(ran.has_value());
    if (repeat == 0) expected = ran.value().counts.dropped_late;
    BOOST_TEST(ran.value().counts.dropped_late == expected);
  }
  BOOST_TEST(expected > 0U);
}

BOOST_AUTO_TEST_CASE(an_empty_source_ends_at_once) {
  const collection_sink<sum_row> rows;
  auto plan = sums(collection_source<reading>(std::vector<reading>{}), rows);
  const auto ran = run(std::move(plan.value()));
  BOOST_REQUIRE(ran.has_value());
  BOOST_TEST(rows.rows().empty());
}

BOOST_AUTO_TEST_CASE(a_source_without_splits_ends_at_once) {
  const collection_sink<sum_row> rows;
  auto plan = sums(collection_source<reading>::splits({}), rows);
  const auto ran = run(std::move(plan.value()));
  BOOST_REQUIRE(ran.has_value());
  BOOST_TEST((ran.value().how == run_end::ended));
}

BOOST_DATA_TEST_CASE(an_option_out_of_range_is_refused_by_name,
                     bdata::make({std::string{"actors"}, std::string{"source_actors"}, std::string{"round"},
                                  std::string{"batch"}, std::string{"key_groups"}, std::string{"stop_limit"},
                                  std::string{"poll_interval"}}),
                     option) {
  run_options options;
  if (option == "actors") options.actors = 129;
  if (option == "source_actors") options.source_actors = 0;
  if (option == "round") options.round = 0;
  if (option == "batch") options.batch = 0;
  if (option == "key_groups") options.key_groups = 0;
  if (option == "stop_limit") options.stop_limit = duration{0};
  if (option == "poll_interval") options.poll_interval = duration{-1};
  const collection_sink<sum_row> rows;
  auto plan = sums(collection_source<reading>(readings(10, 1)), rows);
  const auto ran = run(std::move(plan.value()), options);
  BOOST_REQUIRE(ran.has_error());
  BOOST_TEST((ran.error().code == error_code::option_out_of_range));
  BOOST_TEST(ran.error().message.find("'" + option) != std::string::npos, ran.error().message);
  BOOST_TEST(ran.error().message.find("accepted are") != std::string::npos, ran.error().message);
}
