// How an entry lies in a run: the epoch before its key, and whether it is there before its value.
#pragma once

#include <cstdint>
#include <millrace/core/protocol/messages.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::lmdb {

/// The epoch in eight bytes, highest first, then the key of the entry.
[[nodiscard]] std::string run_key(epoch_number epoch, std::string_view entry);
[[nodiscard]] epoch_number epoch_of(std::string_view run_key) noexcept;
[[nodiscard]] inline std::string_view entry_of(std::string_view run_key) noexcept {
  return run_key.substr(8);
}

/// A byte 1 and the value, or a byte 0 for an entry that is gone.
void encode_run_value(const std::optional<std::string>& value, std::string& into);
[[nodiscard]] std::optional<std::string_view> decode_run_value(std::string_view bytes) noexcept;

}  // namespace millrace::lmdb
