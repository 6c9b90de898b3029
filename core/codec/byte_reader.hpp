// Bytes that were written by `byte_writer`, read back with every length checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace millrace {

/// Reads from the front of bytes that it does not own. Whatever the bytes are, nothing is read beyond their end.
/// Confined to one thread.
class byte_reader {
public:
  explicit byte_reader(std::string_view from) noexcept : left_(from) {}

  /// As `byte_writer` wrote it. Errors: `failure` with `state_malformed` when bytes are missing.
  template <class Unsigned>
    requires std::is_unsigned_v<Unsigned>
  [[nodiscard]] Unsigned fixed() {
    const std::string_view taken = bytes(sizeof(Unsigned));
    Unsigned number = 0;
    for (std::size_t index = 0; index < sizeof(Unsigned); ++index) {
      number = static_cast<Unsigned>(
          number |
          static_cast<Unsigned>(static_cast<Unsigned>(static_cast<unsigned char>(taken[index])) << (8 * index)));
    }
    return number;
  }

  /// Errors: `failure` with `state_malformed` when bytes are missing or the number has more than 64 bits.
  [[nodiscard]] std::uint64_t count();

  /// A number of elements that follow, each of which takes one byte at least.
  /// Errors: `failure` with `state_malformed`, also when there are not so many bytes.
  [[nodiscard]] std::size_t length();

  /// The next `count` bytes; they stay where they are. Errors: `failure` with `state_malformed`.
  [[nodiscard]] std::string_view bytes(std::size_t count);

  [[nodiscard]] std::size_t left() const noexcept { return left_.size(); }

  /// Errors: `failure` with `state_malformed` when there are bytes left.
  void expect_end() const;

private:
  std::string_view left_;
};

}  // namespace millrace
