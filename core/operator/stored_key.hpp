// A user's key as a part of a stored entry.
#pragma once

#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/byte_writer.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/codec/key_layout.hpp>
#include <millrace/core/error.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::detail {

/// Appends the key to the key of an entry as its last part; where a hash is to stand for it, appends it to the value,
/// of which it is the first part.
template <storable Key>
void write_key(const Key& key, key_writer& into, std::string& value) {
  std::string bytes;
  byte_writer writer{bytes};
  codec<Key>::write(writer, key);
  into.user_key(bytes);
  if (bytes.size() > key_writer::longest_user_key) value.append(bytes);
}

/// The key of an entry, from its key or from the beginning of its value.
/// Errors: `failure` with `state_malformed`.
template <storable Key>
[[nodiscard]] Key read_key(key_reader& from, byte_reader& value) {
  if (const std::optional<std::string_view> whole = from.user_key()) return value_of_bytes<Key>(*whole);
  return codec<Key>::read(value);
}

[[noreturn]] inline void refuse_entry(const std::string& why) {
  throw failure(error_code::state_malformed, "a stored entry " + why);
}

}  // namespace millrace::detail
