// The stable hash of a key: the same on every run and machine, part of the format on disk (rule 29).
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace millrace {

/// Mixes one 64-bit word: the finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
[[nodiscard]] constexpr std::uint64_t mix_word(std::uint64_t word) noexcept {
  word += 0x9e3779b97f4a7c15U;
  word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27U)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31U);
}

/// The word whose bytes, lowest first, are the `count` bytes at `from`, padded with zeros. The same on every machine.
/// Requires count in [1, 8].
[[nodiscard]] inline std::uint64_t word_of_bytes(const char* from, std::size_t count) noexcept {
  static_assert(std::endian::native == std::endian::little || std::endian::native == std::endian::big);
  std::uint64_t word = 0;
  std::memcpy(&word, from, count);
  return std::endian::native == std::endian::little ? word : __builtin_bswap64(word);
}

/// Hashes bytes: eight at a time, little-endian, the last ones padded with zeros, the length mixed in at the end.
[[nodiscard]] inline std::uint64_t hash_bytes(std::string_view bytes) noexcept {
  std::uint64_t hash = 0;
  const char* from = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, from += 8) hash = mix_word(hash ^ word_of_bytes(from, 8));
  if (left > 0) hash = mix_word(hash ^ word_of_bytes(from, left));
  return mix_word(hash ^ bytes.size());
}

/// Customisation point: specialise for a key type of your own, with a function `static std::uint64_t of(const Key&)`
/// that depends on the value alone.
template <class Key>
struct key_hasher;

template <class Key>
  requires std::integral<Key> || std::is_enum_v<Key>
struct key_hasher<Key> {
  static constexpr std::uint64_t of(Key key) noexcept {
    return mix_word(static_cast<std::uint64_t>(static_cast<std::int64_t>(key)));
  }
};

template <class Key>
  requires std::convertible_to<const Key&, std::string_view>
struct key_hasher<Key> {
  static std::uint64_t of(std::string_view key) noexcept { return hash_bytes(key); }
};

template <class... Parts>
struct key_hasher<std::tuple<Parts...>> {
  static std::uint64_t of(const std::tuple<Parts...>& key) noexcept {
    std::uint64_t hash = sizeof...(Parts);
    std::apply([&](const auto&... part) { ((hash = mix_word(hash ^ key_hasher<Parts>::of(part))), ...); }, key);
    return hash;
  }
};

template <class First, class Second>
struct key_hasher<std::pair<First, Second>> {
  static std::uint64_t of(const std::pair<First, Second>& key) noexcept {
    std::uint64_t hash = mix_word(2 ^ key_hasher<First>::of(key.first));
    return mix_word(hash ^ key_hasher<Second>::of(key.second));
  }
};

/// A type that can be a key: it has a stable hash and equality.
template <class Key>
concept stream_key = std::copy_constructible<Key> && std::equality_comparable<Key> && requires(const Key& key) {
  { key_hasher<Key>::of(key) } -> std::same_as<std::uint64_t>;
};

template <stream_key Key>
[[nodiscard]] std::uint64_t key_hash(const Key& key) noexcept {
  return key_hasher<Key>::of(key);
}

/// The key group of a hash among `groups`, from its upper half; dictionaries use the lower bits.
[[nodiscard]] constexpr std::uint32_t key_group_of(std::uint64_t hash, std::uint32_t groups) noexcept {
  return static_cast<std::uint32_t>(((hash >> 32U) * groups) >> 32U);
}

/// The actor that owns a key group, when `actors` own contiguous ranges. Requires actors <= groups.
[[nodiscard]] constexpr std::uint32_t owner_of(std::uint32_t key_group, std::uint32_t groups,
                                               std::uint32_t actors) noexcept {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(key_group) * actors / groups);
}

}  // namespace millrace
