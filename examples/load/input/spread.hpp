// Spreads the bits of a word.
#pragma once

#include <cstdint>

namespace millrace::load {

/// One to one on 64-bit words; neighbours end up far apart. The driver has a function of its own, since the engine's
/// may not vouch for the engine.
[[nodiscard]] constexpr std::uint64_t spread(std::uint64_t word) noexcept {
  word = (word ^ (word >> 32U)) * 0xd6e8feb86659fd93U;
  word = (word ^ (word >> 32U)) * 0xd6e8feb86659fd93U;
  return word ^ (word >> 32U);
}

}  // namespace millrace::load
