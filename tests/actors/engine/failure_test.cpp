#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <tests/actors/engine/sensors.hpp>

using namespace millrace;
using namespace millrace::testing;

namespace {

bool mentions(const error& reason, const std::string& words) {
  return reason.message.find(words) != std::string::npos;
}

template <class KeyOf>
result<run_summary> run_keyed(KeyOf key_of) {
  const collection_sink<sum_row> rows;
  auto plan = from("readings", collection_source<reading>(readings(500, 5)))
                  .event_time([](const reading& one) { return one.time; })
                  .watermarks(bounded_disorder({.delay = duration{40}}))
                  .key_by(key_of)
                  .window(tumbling::make({.size = duration{100}}))
                  .aggregate(sum(&reading::value))
                  .named("sums")
                  .to("rows", rows)
                  .build("sensors");
  return run(std::move(plan.value()));
}

struct throwing_source {
  using reader_type = collection_source<reading>::reader_type;
  static constexpr bool blocking = false;
  [[nodiscard]] result<std::vector<reader_type>> open() const { throw std::runtime_error{"no such cable"}; }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_source_that_throws_when_it_is_opened_starts_nothing) {
  const collection_sink<sum_row> rows;
  const auto started = start(sums(throwing_source{}, rows).value());
  BOOST_REQUIRE(started.has_error());
  BOOST_TEST((started.error().code == error_code::user_function_threw));
  BOOST_TEST(mentions(started.error(), "no such cable"), started.error().message);
}

BOOST_AUTO_TEST_CASE(a_key_function_that_throws_ends_the_run_and_names_the_source) {
  const auto ran = run_keyed([](const reading& one) -> std::int64_t {
    if (one.time.milliseconds > 200) throw std::runtime_error{"no such sensor"};
    return one.sensor;
  });
  BOOST_REQUIRE(ran.has_error());
  BOOST_TEST((ran.error().code == error_code::user_function_threw));
  BOOST_TEST(mentions(ran.error(), "readings"), ran.error().message);
  BOOST_TEST(mentions(ran.error(), "no such sensor"), ran.error().message);
}

BOOST_AUTO_TEST_CASE(a_projection_that_throws_ends_the_run_and_names_stage_key_and_event) {
  const collection_sink<sum_row> rows;
  auto plan = from("readings", collection_source<reading>(readings(500, 5)))
                  .event_time([](const reading& one) { return one.time; })
                  .watermarks(bounded_disorder({.delay = duration{40}}))
                  .key_by([](const reading& one) { return one.sensor; })
                  .window(tumbling::make({.size = duration{100}}))
                  .aggregate(sum([](const reading& one) -> std::int64_t {
                    if (one.sensor == 3) throw std::runtime_error{"sensor 3 is broken"};
                    return one.value;
                  }))
                  .named("sums")
                  .to("rows", rows)
                  .build("sensors");
  const auto ran = run(std::move(plan.value()));
  BOOST_REQUIRE(ran.has_error());
  BOOST_TEST((ran.error().code == error_code::user_function_threw));
  BOOST_TEST(mentions(ran.error(), "sums"), ran.error().message);
  BOOST_TEST(mentions(ran.error(), "key 3"), ran.error().message);
  BOOST_TEST(mentions(ran.error(), "sensor 3 is broken"), ran.error().message);
}

BOOST_AUTO_TEST_CASE(a_sum_that_overflows_names_aggregate_key_and_window) {
  std::vector<reading> all{{7, event_time{1}, std::numeric_limits<std::int64_t>::max()}, {7, event_time{2}, 1}};
  const collection_sink<sum_row> rows;
  const auto ran = run(sums(collection_source<reading>(all), rows).value());
  BOOST_REQUIRE(ran.has_error());
  BOOST_TEST((ran.error().code == error_code::sum_overflow));
  BOOST_TEST(mentions(ran.error(), "sum"), ran.error().message);
  BOOST_TEST(mentions(ran.error(), "key 7"), ran.error().message);
  BOOST_TEST(mentions(ran.error(), "[0, 100)"), ran.error().message);
}

BOOST_AUTO_TEST_CASE(an_event_without_a_timestamp_is_refused_by_name) {
  std::vector<reading> all{{7, event_time{1}, 1}, {7, event_time::none(), 1}};
  const collection_sink<sum_row> rows;
  const auto ran = run(sums(collection_source<reading>(all), rows).value());
  BOOST_REQUIRE(ran.has_error());
  BOOST_TEST((ran.error().code == error_code::no_timestamp));
  BOOST_TEST(mentions(ran.error(), "readings"), ran.error().message);
}

BOOST_AUTO_TEST_CASE(a_callback_that_throws_ends_the_run_and_names_the_sink) {
  auto plan = sums(collection_source<reading>(readings(500, 5)),
                   callback_sink([](const sum_row&) { throw std::runtime_error{"table is gone"}; }));
  const auto ran = run(std::move(plan.value()));
  BOOST_REQUIRE(ran.has_error());
  BOOST_TEST((ran.error().code == error_code::user_function_threw));
  BOOST_TEST(mentions(ran.error(), "sink 'rows'"), ran.error().message);
  BOOST_TEST(mentions(ran.error(), "table is gone"), ran.error().message);
}
