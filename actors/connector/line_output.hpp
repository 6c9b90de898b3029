// A file or standard output that takes lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/actors/connector/file_descriptor.hpp>
#include <millrace/actors/connector/files_in_use.hpp>
#include <millrace/core/error.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace millrace {

/// Collects lines and writes them in blocks of about 256 KiB. Confined to its owner. Whoever runs ignores SIGPIPE, so
/// that a reader that went away shows as a failure.
///
/// What was there before stays until the run begins: an output that was opened and no more (because another one could
/// not be opened) leaves an existing file as it was, and no new one.
class line_output {
public:
  /// Opens `path` for writing. Pipes and devices are written to as they are; there is nothing in them to lose.
  /// Errors: `sink_exists` for an existing file unless `overwrite`; `sink_is_also_input`; `option_conflict` when
  /// another output writes to it; `sink_unwritable` for a folder, a missing folder or without permission.
  static result<std::unique_ptr<line_output>> open(std::string path, bool overwrite);

  /// Writes to this process's standard output, which is not closed at the end.
  static std::unique_ptr<line_output> standard_output();

  line_output(const line_output&) = delete;
  line_output& operator=(const line_output&) = delete;
  ~line_output();

  /// The run has begun: an existing file is emptied now, and a new one stays. Doing it again costs nothing. Failures:
  /// as `flush`.
  void begin() {
    if (!begun_) take_over();
  }

  /// Takes a line without its end. Failures: as `flush`.
  void append(std::string_view line) {
    buffer_.append(line);
    buffer_.push_back('\n');
    if (buffer_.size() >= block) flush();
  }

  /// Writes what was collected. Failures: `sink_closed` when a pipe's reader has gone, else `sink_unwritable`; both
  /// name the output and the system's reason.
  void flush();

  /// Writes what was collected and closes. Failures: as `flush`.
  void finish();

  /// The path, or "standard output".
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Bytes handed to the system.
  [[nodiscard]] std::uint64_t bytes_written() const noexcept { return bytes_written_; }

private:
  static constexpr std::size_t block = 256 * 1024;

  line_output(std::string name, int number) noexcept : name_(std::move(name)), number_(number) {}
  void take_over();
  [[noreturn]] void refuse(int error_number) const;

  std::string name_;
  file_descriptor owned_;
  file_claim claim_;
  int number_;
  bool created_ = false;  // the file was not there before
  bool begun_ = false;    // it is ours now: emptied, or written to
  std::string buffer_;
  std::uint64_t bytes_written_ = 0;
};

}  // namespace millrace
