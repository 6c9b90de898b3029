#include <millrace/core/key/key_hash.hpp>
#include <millrace/storage/key_layout.hpp>

namespace millrace {

namespace {

template <class Unsigned>
void append_highest_first(std::string& into, Unsigned value) {
  for (std::size_t index = sizeof(Unsigned); index-- > 0;) {
    into.push_back(static_cast<char>((value >> (8 * index)) & 0xffU));
  }
}

constexpr char whole_key = 0;
constexpr char hashed_key = 1;

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
  append_highest_first(bytes_, static_cast<std::uint64_t>(milliseconds) ^ (std::uint64_t{1} << 63U));
  return *this;
}

key_writer& key_writer::user_key(std::string_view bytes) {
  if (bytes.size() <= longest_user_key) {
    bytes_.push_back(whole_key);
    bytes_.append(bytes);
    return *this;
  }
  // Two hashes of 64 bits over different beginnings.
  bytes_.push_back(hashed_key);
  const std::uint64_t first = hash_bytes(bytes);
  append_highest_first(bytes_, first);
  append_highest_first(bytes_, mix_word(first ^ hash_bytes(bytes.substr(1))));
  return *this;
}

}  // namespace millrace
