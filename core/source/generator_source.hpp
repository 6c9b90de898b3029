// A source that makes its records from their numbers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <millrace/core/error.hpp>
#include <millrace/core/source/source_reader.hpp>
#include <string>
#include <utility>
#include <vector>

namespace millrace {

/// How a generator source is divided.
struct generator_source_options {
  std::size_t splits = 1;  ///< >= 1. Split s of n makes the records s, s + n, s + 2n, and so on.
};

/// Makes the records `make(0)` to `make(count - 1)`, then ends. Each split has a copy of the function, which is called
/// in its source actor; the record of a number must depend on the number alone, or runs will differ.
template <class T, std::invocable<std::uint64_t> Make = std::function<T(std::uint64_t)>>
  requires std::convertible_to<std::invoke_result_t<Make&, std::uint64_t>, T>
class generator_source {
public:
  using value_type = T;
  using options = generator_source_options;

  /// Makes the records of one split. Confined to its source actor.
  class reader_type {
  public:
    using value_type = T;

    reader_type(std::uint64_t first, std::uint64_t step, std::uint64_t count, Make make)
        : first_(first), next_(first), step_(step), count_(count), make_(std::move(make)) {}

    read_outcome read(T& into) {
      if (next_ >= count_) return {.status = read_status::end};
      into = make_(next_);
      next_ = step_ <= std::numeric_limits<std::uint64_t>::max() - next_ ? next_ + step_ : no_more;
      return {.status = read_status::record};
    }

    /// The number of the next record.
    [[nodiscard]] std::uint64_t mark() const noexcept { return next_; }
    /// Errors: `failure` with `state_refused` when the split does not make this record, or did not make the one before
    /// it, for another number of splits or of records.
    void resume(std::uint64_t mark) {
      const bool ours = mark == no_more || (mark >= first_ && (mark - first_) % step_ == 0);
      const bool reached = mark <= first_ || mark == no_more || mark - step_ < count_;
      if (!ours || !reached) {
        throw failure(error_code::state_refused, "the state was made with another generator: the next record was " +
                                                     std::to_string(mark) + "; this split makes record " +
                                                     std::to_string(first_) + " and every " + std::to_string(step_) +
                                                     " records another one, below " + std::to_string(count_));
      }
      next_ = mark;
    }

  private:
    static constexpr std::uint64_t no_more = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t first_;
    std::uint64_t next_;
    std::uint64_t step_;
    std::uint64_t count_;
    Make make_;
  };

  static constexpr bool blocking = false;

  generator_source(std::uint64_t count, Make make, options chosen = {})
      : count_(count), make_(std::move(make)), options_(chosen) {}

  /// Errors: `option_out_of_range` for 0 splits.
  [[nodiscard]] result<void> check() const {
    if (options_.splits == 0) {
      return error{error_code::option_out_of_range, "generator splits is 0; 1 or more is accepted"};
    }
    return boost::outcome_v2::success();
  }

  [[nodiscard]] result<std::vector<reader_type>> open() const {
    if (auto checked = check(); !checked) return checked.error();
    std::vector<reader_type> readers;
    readers.reserve(options_.splits);
    for (std::size_t split = 0; split < options_.splits; ++split) {
      readers.emplace_back(split, options_.splits, count_, make_);
    }
    return readers;
  }

  [[nodiscard]] std::string describe() const {
    std::string words = "generator of " + std::to_string(count_) + (count_ == 1 ? " record" : " records");
    if (options_.splits != 1) words += " in " + std::to_string(options_.splits) + " splits";
    return words;
  }

private:
  std::uint64_t count_;
  Make make_;
  options options_;
};

static_assert(split_source<generator_source<int>>);

}  // namespace millrace
