// The file of an output whose pipeline keeps state.
#pragma once

#include <cstdint>
#include <millrace/actors/connector/durable_file.hpp>
#include <millrace/actors/connector/files_in_use.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <string>
#include <string_view>

namespace millrace {

/// Not touched before epoch 0 is on disk; from then on the file is the pipeline's, and a restore finds it at the length
/// that an epoch recorded, or longer. Confined to its owner. Failures are those of `durable_file`; each call may be
/// made again after one.
class output_file {
public:
  /// Looks whether `path` can be written later. Errors: `sink_exists` for an existing file when the state is fresh,
  /// unless `overwrite`; `sink_is_also_input`, `option_conflict`; `sink_unwritable` for what is no regular file, and
  /// for a folder that is missing or may not be written to.
  static result<output_file> look_at(std::string path, bool overwrite, state_origin origin);

  /// Epoch 0 is on disk: makes the file, or empties the one that is overwritten.
  void take();
  [[nodiscard]] bool is_taken() const noexcept { return taken_; }

  /// Opens the file that the pipeline left, and makes it where nothing was recorded. Nothing in it changes.
  /// Failures: `state_refused` when it has fewer bytes than `length`, which `epoch` recorded.
  void take_again(epoch_number epoch, std::uint64_t length);

  /// Where `append` writes: the bytes that are the pipeline's.
  [[nodiscard]] std::uint64_t length() const noexcept { return length_; }
  /// The size that the file has, whoever wrote it.
  [[nodiscard]] std::uint64_t size() const { return file_.size(); }

  /// Writes `bytes` at `offset` behind the length. Failures: also `sink_unwritable` when the file has been cut.
  void write(std::uint64_t offset, std::string_view bytes);

  /// `count` bytes behind the length are the pipeline's now, whatever follows is cut off, and all that is on disk.
  void keep(std::uint64_t count);

  /// As `keep`, without a look at what follows and without a sync.
  void extend(std::uint64_t count) noexcept { length_ += count; }

  void sync() { file_.sync(); }

private:
  output_file(std::string path, bool exists, file_claim claim)
      : path_(std::move(path)), exists_(exists), claim_(std::move(claim)) {}

  std::string path_;
  bool exists_;
  file_claim claim_;  // until the file is opened
  durable_file file_;
  bool taken_ = false;
  std::uint64_t length_ = 0;
};

}  // namespace millrace
