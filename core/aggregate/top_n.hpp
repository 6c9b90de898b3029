// The n greatest elements.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/aggregate/projection.hpp>
#include <millrace/core/error.hpp>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace {

/// The n elements with the greatest score, descending; of equal scores the one that arrived first comes first. NaN
/// comes last. Immutable; share freely. Keeps at most n elements a pane; an element that does not get in costs one
/// comparison.
template <class Value, projection_of<Value> Projection>
  requires std::copyable<Value> && ordered<projected_type<Projection, Value>>
class top_n_aggregate {
public:
  struct ranked {
    Value value;
    std::uint64_t arrival;
  };
  using accumulator = std::vector<ranked>;  ///< Best first, at most n.

  top_n_aggregate(std::size_t n, Projection projection) : n_(n), projection_(std::move(projection)) {}

  [[nodiscard]] accumulator create() const { return {}; }
  void add(accumulator& best, const Value& value, const element_context& context) const {
    insert(best, ranked{value, context.arrival});
  }
  void merge(accumulator& best, const accumulator& other) const {
    for (const ranked& element : other) insert(best, element);
  }
  [[nodiscard]] std::vector<Value> result(const accumulator& best) const {
    std::vector<Value> values;
    values.reserve(best.size());
    for (const ranked& element : best) values.push_back(element.value);
    return values;
  }
  [[nodiscard]] std::string_view name() const noexcept { return "top_n"; }

private:
  bool better(const ranked& left, const ranked& right) const {
    const auto& left_score = std::invoke(projection_, left.value);
    const auto& right_score = std::invoke(projection_, right.value);
    if (above(left_score, right_score)) return true;
    return left.arrival < right.arrival && !above(right_score, left_score);
  }
  void insert(accumulator& best, const ranked& element) const {
    if (best.size() == n_ && !better(element, best.back())) return;
    const auto place = std::upper_bound(best.begin(), best.end(), element,
                                        [this](const auto& left, const auto& right) { return better(left, right); });
    best.insert(place, element);
    if (best.size() > n_) best.pop_back();
  }

  std::size_t n_;
  Projection projection_;
};

static_assert(aggregate_function<top_n_aggregate<int, std::identity>, int>);

/// What `top_n` gives; becomes a `top_n_aggregate` once the type of the elements is known.
template <class Projection>
struct top_n_description {
  std::size_t n;
  Projection projection;

  template <class Value>
    requires projection_of<Projection, Value> && std::copyable<Value> && ordered<projected_type<Projection, Value>>
  [[nodiscard]] top_n_aggregate<Value, Projection> for_values() const {
    return top_n_aggregate<Value, Projection>(n, projection);
  }
};

/// The `n` elements with the greatest score, best first: `top_n(3, &product::price)` gives a `std::vector<product>` of
/// at most 3. Scores are ordered with `<`; without `score` the elements themselves are. Requires n >= 1.
/// Errors: `failure` with `option_out_of_range` when n is 0.
template <class Projection = std::identity>
[[nodiscard]] top_n_description<Projection> top_n(std::size_t n, Projection score = {}) {
  if (n == 0) throw failure(error_code::option_out_of_range, "top_n: n is 0; accepted: 1 or more");
  return {n, std::move(score)};
}

}  // namespace millrace
