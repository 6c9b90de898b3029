#include <millrace/storage/lmdb/run_keys.hpp>

namespace millrace::lmdb {

std::string run_key(epoch_number epoch, std::string_view entry) {
  std::string key;
  key.reserve(8 + entry.size());
  for (int shift = 56; shift >= 0; shift -= 8) key.push_back(static_cast<char>((epoch >> shift) & 0xffU));
  key.append(entry);
  return key;
}

epoch_number epoch_of(std::string_view run_key) noexcept {
  epoch_number epoch = 0;
  for (const char byte : run_key.substr(0, 8)) epoch = epoch << 8U | static_cast<unsigned char>(byte);
  return epoch;
}

void encode_run_value(const std::optional<std::string>& value, std::string& into) {
  into.assign(1, value ? '\1' : '\0');
  if (value) into.append(*value);
}

std::optional<std::string_view> decode_run_value(std::string_view bytes) noexcept {
  if (bytes.empty() || bytes.front() == '\0') return std::nullopt;
  return bytes.substr(1);
}

}  // namespace millrace::lmdb
