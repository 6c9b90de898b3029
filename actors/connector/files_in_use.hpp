// Which regular files this process reads and writes, so that no output is laid over an input or another output.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <millrace/core/error.hpp>
#include <string>
#include <utility>

namespace millrace {

/// Says that a regular file is being read or written, as long as it lives. Other files (pipes, terminals, devices) are
/// never claimed. Confined to its owner; the table behind it is guarded by a mutex.
class file_claim {
public:
  file_claim() = default;
  file_claim(file_claim&& other) noexcept : held_(std::exchange(other.held_, 0)) {}
  file_claim& operator=(file_claim&& other) noexcept {
    if (this != &other) {
      release();
      held_ = std::exchange(other.held_, 0);
    }
    return *this;
  }
  ~file_claim() { release(); }

  /// Any number of readers may share a file, also with a writer that came before.
  static file_claim to_read(const struct stat& file);

  /// Errors: `sink_is_also_input` when the file is being read, `option_conflict` when it is being written already.
  /// `name` is how the message calls it.
  static result<file_claim> to_write(const struct stat& file, const std::string& name);

  /// Gives the claim up.
  void release() noexcept;

private:
  explicit file_claim(std::uint64_t held) noexcept : held_(held) {}

  std::uint64_t held_ = 0;  // 0: nothing
};

}  // namespace millrace
