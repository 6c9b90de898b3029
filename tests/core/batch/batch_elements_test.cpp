#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <millrace/core/batch/batch_elements.hpp>
#include <string>
#include <tuple>
#include <vector>

using namespace millrace;

namespace {

struct two_words {
  std::int64_t first = 0;
  std::int64_t second = 0;
};
/// Of words and less: not streamed.
struct three_words {
  std::int64_t first = 0;
  std::int64_t second = 0;
  char third = 0;
};

template <class Element, class Make, class Number>
void check_both_ways(Make make, Number number_of) {
  batch_elements<Element> pushed;
  batch_elements<Element> streamed;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 1000; ++i) {
      pushed.push_back(make(i));
      streamed.stream_back(make(i));
    }
    finish_streams();
    BOOST_TEST_REQUIRE(pushed.size() == 1000U);
    BOOST_TEST_REQUIRE(streamed.size() == 1000U);
    for (std::size_t i = 0; i < 1000; ++i) {
      BOOST_TEST_REQUIRE(number_of(pushed[i]) == static_cast<int>(i));
      BOOST_TEST_REQUIRE(number_of(streamed[i]) == static_cast<int>(i));
    }
    pushed.clear();
    streamed.clear();
    BOOST_TEST(streamed.empty());
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(batch_elements_suite)

BOOST_AUTO_TEST_CASE(what_is_pushed_or_streamed_is_there_in_order_over_every_growth) {
  check_both_ways<two_words>(
      [](int i) {
        return two_words{i, -i};
      },
      [](const two_words& of) { return of.second == -of.first ? static_cast<int>(of.first) : -1; });
  check_both_ways<three_words>(
      [](int i) {
        return three_words{i, -i, 'x'};
      },
      [](const three_words& of) { return of.third == 'x' ? static_cast<int>(-of.second) : -1; });
  check_both_ways<std::tuple<std::int64_t, std::uint64_t>>(
      [](int i) { return std::tuple<std::int64_t, std::uint64_t>(i, 7); },
      [](const auto& of) { return static_cast<int>(std::get<0>(of)); });
  check_both_ways<char>([](int i) { return static_cast<char>(i % 100); },
                        [at = 0](char of) mutable {
                          const int index = at++ / 2 % 1000;
                          return of == index % 100 ? index : -1;
                        });
}

BOOST_AUTO_TEST_CASE(elements_with_memory_of_their_own_are_moved_and_destroyed) {
  check_both_ways<std::string>([](int i) { return std::string(40, 'x') + std::to_string(i); },
                               [](const std::string& of) { return std::stoi(of.substr(40)); });
  const auto watched = std::make_shared<int>(1);
  {
    batch_elements<std::shared_ptr<int>> held;
    for (int i = 0; i < 100; ++i) held.stream_back(std::shared_ptr<int>(watched));
    BOOST_TEST(watched.use_count() == 101);
    held.clear();
    BOOST_TEST(watched.use_count() == 1);
    held.push_back(watched);
  }
  BOOST_TEST(watched.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(a_cleared_array_keeps_its_memory) {
  batch_elements<two_words> held;
  for (int i = 0; i < 100; ++i) held.push_back({i, i});
  const auto* const before = held.begin();
  held.clear();
  for (int i = 0; i < 100; ++i) held.stream_back({i, i});
  BOOST_TEST(held.begin() == before);
}

BOOST_AUTO_TEST_SUITE_END()
