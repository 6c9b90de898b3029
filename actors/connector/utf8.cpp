#include <cstdint>
#include <cstring>
#include <millrace/actors/connector/utf8.hpp>

namespace millrace {

namespace {

constexpr std::uint64_t high_bits = 0x8080808080808080U;

std::uint64_t word_at(const char* from) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

const char* skip_ascii(const char* from, const char* end) noexcept {
  while (end - from >= 32) {
    if (((word_at(from) | word_at(from + 8) | word_at(from + 16) | word_at(from + 24)) & high_bits) != 0) break;
    from += 32;
  }
  while (end - from >= 8 && (word_at(from) & high_bits) == 0) from += 8;
  while (from != end && (static_cast<unsigned char>(*from) & 0x80U) == 0) ++from;
  return from;
}

bool is_between(char byte, unsigned least, unsigned most) noexcept {
  const unsigned value = static_cast<unsigned char>(byte);
  return value >= least && value <= most;
}

/// The length of the character of several bytes at `from`, 0 when it is not valid.
std::ptrdiff_t character_length(const char* from, const char* end) noexcept {
  const unsigned lead = static_cast<unsigned char>(*from);
  std::ptrdiff_t length = 0;
  unsigned least = 0x80;  // bounds of the second byte, which rule out what is overlong, a surrogate or too high
  unsigned most = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) least = 0xA0;
    if (lead == 0xED) most = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) least = 0x90;
    if (lead == 0xF4) most = 0x8F;
  } else {
    return 0;
  }
  if (end - from < length || !is_between(from[1], least, most)) return 0;
  for (std::ptrdiff_t i = 2; i < length; ++i) {
    if (!is_between(from[i], 0x80, 0xBF)) return 0;
  }
  return length;
}

}  // namespace

std::size_t valid_utf8_length(std::string_view text) noexcept {
  const char* from = text.data();
  const char* const end = from + text.size();
  while (true) {
    from = skip_ascii(from, end);
    if (from == end) return text.size();
    const std::ptrdiff_t length = character_length(from, end);
    if (length == 0) return static_cast<std::size_t>(from - text.data());
    from += length;
  }
}

}  // namespace millrace
