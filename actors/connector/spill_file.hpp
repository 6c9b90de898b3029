// A temporary file without a name, for what does not fit in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/actors/connector/file_descriptor.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace millrace {

/// Made by the first `append`; gone with its owner, however the process ends. Confined to its owner.
class spill_file {
public:
  /// `folder` is where it is made, empty for the system's folder for temporary files. `output` is whose rows it takes,
  /// for messages.
  spill_file(std::string folder, std::string output) : folder_(std::move(folder)), output_(std::move(output)) {}

  /// Writes behind what was written last. Failures: `sink_unwritable` with the system's reason.
  void append(std::string_view bytes);

  /// Reads `size` bytes, all of which have been written. Failures: `sink_unwritable`.
  void read(std::uint64_t offset, char* into, std::size_t size) const;

  /// Gives the space of what will not be read again back to the system, where that is possible.
  void release(std::uint64_t offset, std::uint64_t size) noexcept;

  /// Where the next `append` goes: bytes appended since the start.
  [[nodiscard]] std::uint64_t end() const noexcept { return end_; }

private:
  void make();
  [[noreturn]] void refuse(int error_number) const;

  std::string folder_;
  std::string output_;
  file_descriptor file_;
  std::uint64_t end_ = 0;
};

}  // namespace millrace
