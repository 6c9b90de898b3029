#include "engine/span_source.hpp"

#include <boost/test/unit_test.hpp>
#include <memory>
#include <vector>

#include "input/make_events.hpp"

using namespace millrace;
using namespace millrace::load;

BOOST_AUTO_TEST_SUITE(load_span_source)

BOOST_AUTO_TEST_CASE(splits_share_the_events_without_loss) {
  const auto events = std::make_shared<const std::vector<event>>(
      make_events({.keys = 50, .events = 10'000, .span = duration{20'000}, .disorder = duration{500}}));
  auto readers = span_source(events, 2).open().value();
  std::vector<std::size_t> counts;
  std::int64_t sum = 0;
  for (auto& reader : readers) {
    event next;
    std::size_t count = 0;
    for (; reader.read(next).status == read_status::record; ++count) sum += next.value;
    BOOST_TEST((reader.read(next).status == read_status::end));
    counts.push_back(count);
  }
  for (const event& each : *events) sum -= each.value;
  BOOST_TEST(counts == (std::vector<std::size_t>{4096 + 10'000 - 2 * 4096, 4096}), boost::test_tools::per_element());
  BOOST_TEST(sum == 0);
}

BOOST_AUTO_TEST_SUITE_END()
