// Where the lines of a sink go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/sink/sink_writer.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace millrace {

/// Collects lines and hands them on in blocks of about 256 KiB. Confined to its owner. Failures: `sink_closed` when a
/// pipe's reader has gone, else `sink_unwritable`; both name the output and the system's reason. After one, each call
/// but `append` may be made again.
class line_target {
public:
  line_target(const line_target&) = delete;
  line_target& operator=(const line_target&) = delete;
  virtual ~line_target() = default;

  /// The run has begun. Doing it again costs nothing.
  virtual void begin() = 0;

  /// Takes a line without its end.
  void append(std::string_view line) {
    buffer_.append(line);
    buffer_.push_back('\n');
    if (buffer_.size() >= block) hand_on();
  }

  /// There is nothing more to do for now.
  virtual void flush() = 0;

  /// No line follows.
  virtual void finish() = 0;

  /// As the functions of `sink_writer`.
  virtual std::string prepare(epoch_number epoch) = 0;
  virtual void commit(epoch_number epoch) = 0;
  /// Returns whether the output begins here, so that a header is still to come.
  virtual bool recover(epoch_number epoch, std::string_view prepared) = 0;

  /// The path, or "standard output".
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Bytes that have gone into the output itself.
  [[nodiscard]] std::uint64_t bytes_written() const noexcept { return bytes_written_; }

protected:
  static constexpr std::size_t block = 256 * 1024;

  explicit line_target(std::string name) noexcept : name_(std::move(name)) {}

  /// Empties `buffer_`.
  virtual void hand_on() = 0;

  std::string name_;
  std::string buffer_;
  std::uint64_t bytes_written_ = 0;
};

}  // namespace millrace
