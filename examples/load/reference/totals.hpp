// What a reference loop keeps of the values of one key in one stretch of time: a type for each --function.
#pragma once

#include <cstdint>
#include <millrace/core/window/time_window.hpp>

#include "report/result_digest.hpp"

namespace millrace::load {

/// Values are above 0, so a sum of 0 says that there was none.
struct sum_total {
  std::int64_t sum = 0;

  void add(std::int64_t value) noexcept { sum += value; }
  void add(const sum_total& other) noexcept { sum += other.sum; }
  void take_away(const sum_total& other) noexcept { sum -= other.sum; }
  [[nodiscard]] bool any() const noexcept { return sum != 0; }
  void tell(result_digest& digest, std::uint64_t key, time_window window) const noexcept {
    digest.add(key, window, sum);
  }
};

struct count_total {
  std::int64_t count = 0;

  void add(std::int64_t /*value*/) noexcept { ++count; }
  void add(const count_total& other) noexcept { count += other.count; }
  void take_away(const count_total& other) noexcept { count -= other.count; }
  [[nodiscard]] bool any() const noexcept { return count != 0; }
  void tell(result_digest& digest, std::uint64_t key, time_window window) const noexcept {
    digest.add(key, window, count);
  }
};

struct sum_and_count_total {
  std::int64_t sum = 0;
  std::int64_t count = 0;

  void add(std::int64_t value) noexcept {
    sum += value;
    ++count;
  }
  void add(const sum_and_count_total& other) noexcept {
    sum += other.sum;
    count += other.count;
  }
  void take_away(const sum_and_count_total& other) noexcept {
    sum -= other.sum;
    count -= other.count;
  }
  [[nodiscard]] bool any() const noexcept { return count != 0; }
  void tell(result_digest& digest, std::uint64_t key, time_window window) const noexcept {
    digest.add(key, window, sum, count);
  }
};

}  // namespace millrace::load
