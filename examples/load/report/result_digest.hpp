// What a run has computed, in two words.
#pragma once

#include <cstdint>
#include <millrace/core/window/time_window.hpp>

#include "input/spread.hpp"

namespace millrace::load {

/// A hash of all results (key, window, values) that does not depend on their order, and their number. A result twice
/// is not the same as once.
struct result_digest {
  std::uint64_t hash = 0;
  std::uint64_t results = 0;

  template <class... Values>
  void add(std::uint64_t key, time_window window, Values... values) noexcept {
    std::uint64_t mixed = key;
    const auto mix = [&mixed](std::uint64_t word) {
      mixed = (mixed ^ word) * 0x9fb21c651e98df25U;
      mixed ^= mixed >> 32U;
    };
    mix(static_cast<std::uint64_t>(window.start.milliseconds));
    mix(static_cast<std::uint64_t>(window.end.milliseconds));
    (mix(static_cast<std::uint64_t>(values)), ...);
    hash += spread(mixed);
    ++results;
  }
  void add(const result_digest& other) noexcept {
    hash += other.hash;
    results += other.results;
  }

  bool operator==(const result_digest&) const noexcept = default;
};

}  // namespace millrace::load
