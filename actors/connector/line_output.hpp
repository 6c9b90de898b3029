// A file or standard output that takes lines.
#pragma once

#include <memory>
#include <millrace/actors/connector/file_descriptor.hpp>
#include <millrace/actors/connector/files_in_use.hpp>
#include <millrace/actors/connector/line_target.hpp>
#include <millrace/core/error.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace millrace {

/// Lines may be seen as they come. Where state is kept, that is for standard output alone: what is in it stays.
/// Confined to its owner. Whoever runs ignores SIGPIPE, so that a reader that went away shows as a failure.
///
/// What was there before stays until the run begins: an output that was opened and no more (because another one could
/// not be opened) leaves an existing file as it was, and no new one.
class line_output final : public line_target {
public:
  /// Opens `path` for writing. Pipes and devices are written to as they are; there is nothing in them to lose.
  /// Errors: `sink_exists` for an existing file unless `overwrite`; `sink_is_also_input`; `option_conflict` when
  /// another output writes to it; `sink_unwritable` for a folder, a missing folder or without permission.
  static result<std::unique_ptr<line_output>> open(std::string path, bool overwrite);

  /// Writes to this process's standard output, which is not closed at the end.
  static std::unique_ptr<line_output> standard_output();

  ~line_output() override;

  /// The run has begun: an existing file is emptied now, and a new one stays. Doing it again costs nothing. Failures:
  /// as `flush`.
  void begin() override {
    if (!begun_) take_over();
  }

  /// Writes what was collected. Failures: `sink_closed` when a pipe's reader has gone, else `sink_unwritable`; both
  /// name the output and the system's reason.
  void flush() override { hand_on(); }

  /// Writes what was collected and closes. Failures: as `flush`.
  void finish() override;

  /// Writes `bytes`, past what was collected. `bytes_written` says how many got out when it fails. Failures: as
  /// `flush`.
  void write(std::string_view bytes);

  std::string prepare(epoch_number epoch) override;
  void commit(epoch_number /*epoch*/) override {}
  bool recover(epoch_number epoch, std::string_view /*prepared*/) override { return epoch == 0; }

private:
  line_output(std::string name, int number) noexcept : line_target(std::move(name)), number_(number) {}
  void hand_on() override;
  void take_over();
  [[noreturn]] void refuse(int error_number) const;

  file_descriptor owned_;
  file_claim claim_;
  int number_;
  bool created_ = false;  // the file was not there before
  bool begun_ = false;    // it is ours now: emptied, or written to
};

}  // namespace millrace
