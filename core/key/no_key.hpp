// The key of a stream that has none: `window_all` puts every event into one group.
#pragma once

#include <compare>
#include <cstdint>
#include <millrace/core/key/key_hash.hpp>

namespace millrace {

/// Equal to itself; its hash is a constant.
struct no_key {
  constexpr auto operator<=>(const no_key&) const noexcept = default;
};

template <>
struct key_hasher<no_key> {
  static constexpr std::uint64_t of(no_key) noexcept { return mix_word(0); }
};

static_assert(stream_key<no_key>);

}  // namespace millrace
