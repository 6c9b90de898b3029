// Checks the law of an aggregate: parts merged in any order give what the whole list in order of arrival gives.
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <random>
#include <vector>

namespace millrace::testing {

/// The result over the whole list; element i arrives as number i.
template <class Function, class Value>
auto fold(const Function& function, const std::vector<Value>& values) {
  auto whole = function.create();
  for (std::size_t i = 0; i < values.size(); ++i) {
    add_element(function, whole, values[i], {.time = event_time{0}, .arrival = i});
  }
  return function.result(whole);
}

/// The result of the list dealt at random to up to five accumulators, which are merged in random order.
template <class Function, class Value>
auto fold_in_parts(const Function& function, const std::vector<Value>& values, std::mt19937_64& random) {
  std::vector<accumulator_of<Function>> parts(1 + random() % 5, function.create());
  for (std::size_t i = 0; i < values.size(); ++i) {
    add_element(function, parts[random() % parts.size()], values[i], {.time = event_time{0}, .arrival = i});
  }
  std::shuffle(parts.begin(), parts.end(), random);
  while (parts.size() > 1) {
    const std::size_t into = random() % (parts.size() - 1);
    function.merge(parts[into], parts.back());
    parts.pop_back();
  }
  return function.result(parts.front());
}

/// Lists of up to 30 values, made by `make(random)`, in 500 random cuts; `same(left, right)` compares two results.
template <class Value, aggregate_over<Value> Aggregate, class Make, class Same>
void check_law(const Aggregate& aggregate, Make make, Same same) {
  const auto function = aggregate_for<Value>(aggregate);
  std::mt19937_64 random{20240229};
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<Value> values(1 + random() % 30);
    for (Value& value : values) value = make(random);
    BOOST_TEST_INFO("trial " << trial);
    BOOST_TEST(same(fold(function, values), fold_in_parts(function, values, random)));
  }
}

template <class Value, aggregate_over<Value> Aggregate, class Make>
void check_law(const Aggregate& aggregate, Make make) {
  check_law<Value>(aggregate, make, [](const auto& left, const auto& right) { return left == right; });
}

/// A small integer, so that equal ones are frequent.
inline int small_number(std::mt19937_64& random) {
  return static_cast<int>(random() % 11) - 5;
}

/// A double of any magnitude.
inline double any_double(std::mt19937_64& random) {
  return std::ldexp(static_cast<double>(random() % 2001) - 1000.0, static_cast<int>(random() % 60) - 30);
}

/// An element with something to aggregate and something that tells it from its equals.
struct order {
  int amount = 0;
  std::uint64_t number = 0;
  bool operator==(const order&) const = default;
};

inline order any_order(std::mt19937_64& random) {
  return {small_number(random), random()};
}

}  // namespace millrace::testing
