// Random jobs and scripts, the same for the same seed on every machine.
#pragma once

#include <cstdint>
#include <millrace/core/key/key_hash.hpp>
#include <vector>

#include "script.hpp"

namespace millrace::oracle {

/// Draws numbers from a seed. SplitMix64: each draw is `mix_word` of a counter.
class dice {
public:
  explicit dice(std::uint64_t seed) : state_(mix_word(seed)) {}

  /// One of 0 to n - 1. Requires n >= 1.
  std::uint64_t below(std::uint64_t n) { return mix_word(state_++) % n; }
  /// One of `least` to `greatest`.
  std::int64_t between(std::int64_t least, std::int64_t greatest) {
    return least + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(greatest - least) + 1));
  }
  bool percent(std::uint64_t chance) { return below(100) < chance; }
  template <class T>
  T one_of(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }

private:
  std::uint64_t state_;
};

struct random_case {
  job asked;
  script steps;
};

/// The case of a seed. Every split ends, so that nothing may be open afterwards.
[[nodiscard]] random_case case_of(std::uint64_t seed);

}  // namespace millrace::oracle
