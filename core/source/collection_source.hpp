// A source over values in memory.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <millrace/core/error.hpp>
#include <millrace/core/source/source_reader.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace millrace {

/// Gives the values of a vector in order, then ends. Cheap to copy: copies share the values, which nobody changes.
/// Each run reads them from the start.
template <class T>
class collection_source {
public:
  using value_type = T;

  /// Reads one split of the collection. Confined to its source actor.
  class reader_type {
  public:
    using value_type = T;

    explicit reader_type(std::shared_ptr<const std::vector<T>> values) : values_(std::move(values)) {}

    read_outcome read(T& into) {
      if (next_ == values_->size()) return {.status = read_status::end};
      into = (*values_)[next_++];
      return {.status = read_status::record};
    }

    /// The index of the next value.
    [[nodiscard]] std::size_t mark() const noexcept { return next_; }
    /// Errors: `failure` with `state_refused` when there are not so many values.
    void resume(std::size_t mark) {
      if (mark > values_->size()) {
        throw failure(error_code::state_refused,
                      "the state was made with a longer collection: " + std::to_string(mark) +
                          " values have been read, and it has " + std::to_string(values_->size()) + " now");
      }
      next_ = mark;
    }

    [[nodiscard]] std::span<const T> ahead(std::size_t records) const noexcept requires(!std::same_as<T, bool>) {
      return std::span<const T>(*values_).subspan(next_, std::min(records, values_->size() - next_));
    }
    void skip(std::size_t records) noexcept { next_ += records; }

  private:
    std::shared_ptr<const std::vector<T>> values_;
    std::size_t next_ = 0;
  };

  static constexpr bool blocking = false;

  /// One split that holds `values`.
  collection_source(std::initializer_list<T> values) : collection_source(std::vector<T>(values)) {}
  explicit collection_source(std::vector<T> values) { add(std::move(values)); }

  /// One split for each vector; none is allowed.
  static collection_source splits(std::vector<std::vector<T>> each) {
    collection_source made;
    for (std::vector<T>& values : each) made.add(std::move(values));
    return made;
  }

  /// Cannot fail.
  [[nodiscard]] result<std::vector<reader_type>> open() const {
    std::vector<reader_type> readers;
    readers.reserve(splits_.size());
    for (const auto& values : splits_) readers.emplace_back(values);
    return readers;
  }

  [[nodiscard]] std::string describe() const {
    std::size_t count = 0;
    for (const auto& values : splits_) count += values->size();
    std::string words = "collection of " + std::to_string(count) + (count == 1 ? " element" : " elements");
    if (splits_.size() != 1) words += " in " + std::to_string(splits_.size()) + " splits";
    return words;
  }

private:
  collection_source() = default;
  void add(std::vector<T> values) { splits_.push_back(std::make_shared<const std::vector<T>>(std::move(values))); }

  std::vector<std::shared_ptr<const std::vector<T>>> splits_;
};

static_assert(split_source<collection_source<int>>);
static_assert(looks_ahead<collection_source<int>::reader_type>);

}  // namespace millrace
