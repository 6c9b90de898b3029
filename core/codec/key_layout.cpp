#include <millrace/core/codec/key_layout.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/key/key_hash.hpp>

namespace millrace {

namespace {

constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
constexpr char whole_key = 0;
constexpr char hashed_key = 1;

template <class Unsigned>
void append_highest_first(std::string& into, Unsigned value) {
  for (std::size_t index = sizeof(Unsigned); index-- > 0;) {
    into.push_back(static_cast<char>((value >> (8 * index)) & 0xffU));
  }
}

/// Two hashes of 64 bits over different beginnings.
void append_hashes(std::string& into, std::string_view bytes) {
  const std::uint64_t first = hash_bytes(bytes);
  append_highest_first(into, first);
  append_highest_first(into, mix_word(first ^ hash_bytes(bytes.substr(1))));
}

}  // namespace

key_writer& key_writer::number(std::uint32_t value) {
  append_highest_first(bytes_, value);
  return *this;
}

key_writer& key_writer::number(std::uint8_t value) {
  bytes_.push_back(static_cast<char>(value));
  return *this;
}

key_writer& key_writer::time(std::int64_t milliseconds) {
  append_highest_first(bytes_, static_cast<std::uint64_t>(milliseconds) ^ sign);
  return *this;
}

key_writer& key_writer::user_key(std::string_view bytes) {
  if (bytes.size() <= longest_user_key) {
    bytes_.push_back(whole_key);
    bytes_.append(bytes);
  } else {
    bytes_.push_back(hashed_key);
    append_hashes(bytes_, bytes);
  }
  return *this;
}

std::string_view key_reader::take(std::size_t count) {
  if (left_.size() < count) throw failure(error_code::state_malformed, "the key of a stored entry is cut");
  const std::string_view taken = left_.substr(0, count);
  left_.remove_prefix(count);
  return taken;
}

std::uint8_t key_reader::number() {
  return static_cast<std::uint8_t>(take(1).front());
}

std::int64_t key_reader::time() {
  std::uint64_t bits = 0;
  for (const char byte : take(8)) bits = (bits << 8U) | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(bits ^ sign);
}

std::optional<std::string_view> key_reader::user_key() {
  const char mark = take(1).front();
  if (mark == whole_key) return take(left_.size());
  if (mark != hashed_key || left_.size() != 16) {
    throw failure(error_code::state_malformed, "the key of a stored entry ends in bytes that are no key");
  }
  left_ = {};
  return std::nullopt;
}

}  // namespace millrace
