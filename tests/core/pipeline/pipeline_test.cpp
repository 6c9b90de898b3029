#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdint>
#include <millrace/core/pipeline/pipeline.hpp>
#include <string>
#include <tests/core/pipeline/plain_engine.hpp>
#include <tuple>
#include <vector>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

struct click {
  std::string product;
  std::int64_t time = 0;
  std::int64_t amount = 1;
};

event_time time_of_click(const click& given) {
  return event_time{given.time};
}

using count_row = row<std::string, std::uint64_t>;

/// Rows of one key come in order, those of several in no order that matters: sorted here to be compared.
template <class Rows>
Rows by_window_and_key(Rows rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const auto& left, const auto& right) {
    return std::tie(left.window, left.key) < std::tie(right.window, right.key);
  });
  return rows;
}

auto clicks(std::vector<click> given, duration delay = 0ms) {
  return from("clicks", collection_source<click>(std::move(given)))
      .event_time(time_of_click)
      .watermarks(bounded_disorder({.delay = delay}));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pipeline_suite)

BOOST_AUTO_TEST_CASE(counts_per_key_and_window_reach_a_callback) {
  std::vector<count_row> rows;
  const auto plan = clicks({{"a", 1}, {"b", 5}, {"a", 9}, {"a", 12}})
                        .key_by(&click::product)
                        .window(tumbling::make({.size = 10ms}))
                        .aggregate(count())
                        .named("counts")
                        .to("out", callback_sink([&](const count_row& made) { rows.push_back(made); }))
                        .build("clicks-per-product");
  plain_engine::run(plan.value());
  rows = by_window_and_key(rows);
  BOOST_TEST_REQUIRE(rows.size() == 3U);
  BOOST_TEST(rows[0].key == "a");
  BOOST_TEST(rows[0].value == 2U);
  BOOST_TEST((rows[0].window == time_window{event_time{0}, event_time{10}}));
  BOOST_TEST(rows[1].key == "b");
  BOOST_TEST(rows[1].value == 1U);
  BOOST_TEST(rows[2].value == 1U);
  BOOST_TEST((rows[2].time == event_time{19}));
}

BOOST_AUTO_TEST_SUITE_END()
