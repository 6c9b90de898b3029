#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/error.hpp>
#include <string>

namespace millrace {

namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw failure(error_code::state_malformed, "stored bytes cannot be read: " + why);
}

}  // namespace

std::uint64_t byte_reader::count() {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = fixed<std::uint8_t>();
    if (shift == 63 && byte > 1) break;
    number |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
    if (byte < 0x80U) return number;
  }
  refuse("a number has more than 64 bits");
}

std::size_t byte_reader::length() {
  const std::uint64_t elements = count();
  if (elements > left_.size()) {
    refuse(std::to_string(elements) + " elements are to follow in " + std::to_string(left_.size()) + " bytes");
  }
  return static_cast<std::size_t>(elements);
}

std::string_view byte_reader::bytes(std::size_t count) {
  if (count > left_.size()) {
    refuse(std::to_string(count) + " bytes are to follow, there are " + std::to_string(left_.size()));
  }
  const std::string_view taken = left_.substr(0, count);
  left_.remove_prefix(count);
  return taken;
}

void byte_reader::expect_end() const {
  if (!left_.empty()) refuse(std::to_string(left_.size()) + " bytes too many");
}

}  // namespace millrace
