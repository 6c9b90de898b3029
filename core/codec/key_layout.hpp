// Bytes that sort as the values they stand for: what keys of stored entries are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace millrace {

/// Appends the parts of a key, each of which sorts before what follows it. Confined to one thread.
class key_writer {
public:
  /// Highest byte first.
  key_writer& number(std::uint32_t value);
  key_writer& number(std::uint8_t value);
  /// Highest byte first with the sign flipped, so that negative times come first.
  key_writer& time(std::int64_t milliseconds);
  /// The bytes of a user's key, the last part. Beyond `longest_user_key` bytes a 128-bit hash stands for them, marked
  /// as one; the value of the entry is then to hold the key. The empty key is a key.
  key_writer& user_key(std::string_view bytes);

  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }
  /// Drops what comes after the first `count` bytes, for another key that begins as this one does.
  void cut(std::size_t count) { bytes_.resize(count); }

  static constexpr std::size_t longest_user_key = 400;

private:
  std::string bytes_;
};

/// Takes the parts of a key that a `key_writer` wrote, in the same order, from bytes that it does not own. Errors of
/// each part: `failure` with `state_malformed` when bytes are missing or none of its own. Confined to one thread.
class key_reader {
public:
  explicit key_reader(std::string_view from) noexcept : left_(from) {}

  [[nodiscard]] std::uint8_t number();
  [[nodiscard]] std::int64_t time();
  /// The bytes of the user's key, the last part; nothing when a hash stands for them.
  [[nodiscard]] std::optional<std::string_view> user_key();

private:
  std::string_view take(std::size_t count);

  std::string_view left_;
};

}  // namespace millrace
