// Bytes in the making: numbers in one byte order, whatever the machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace millrace {

/// Appends to a string that it does not own. Confined to one thread.
class byte_writer {
public:
  explicit byte_writer(std::string& into) noexcept : into_(into) {}

  /// An unsigned number, lowest byte first, in as many bytes as its type has.
  template <class Unsigned>
    requires std::is_unsigned_v<Unsigned>
  void fixed(Unsigned number) {
    char bytes[sizeof(Unsigned)];
    for (char& byte : bytes) {
      byte = static_cast<char>(number & 0xffU);
      if constexpr (sizeof(Unsigned) > 1) number = static_cast<Unsigned>(number >> 8U);
    }
    into_.append(bytes, sizeof bytes);
  }

  /// A number in seven bits a byte, lowest first, the highest bit of each byte saying that more follow: one byte below
  /// 128, ten at most.
  void count(std::uint64_t number) {
    while (number >= 0x80U) {
      into_.push_back(static_cast<char>((number & 0x7fU) | 0x80U));
      number >>= 7U;
    }
    into_.push_back(static_cast<char>(number));
  }

  void bytes(std::string_view from) { into_.append(from); }

private:
  std::string& into_;
};

}  // namespace millrace
