// Standard output whose rows appear when their epoch is committed.
#pragma once

#include <cstdint>
#include <memory>
#include <millrace/actors/connector/line_output.hpp>
#include <millrace/actors/connector/line_target.hpp>
#include <millrace/actors/connector/pending_files.hpp>
#include <millrace/core/error.hpp>
#include <string>
#include <string_view>

namespace millrace {

/// Lines go to a pending file, which is written out after the commit and emptied then. What has gone to standard output
/// is not known after a crash: a restore writes the rows of its epoch again unless the file has been emptied, so at
/// most one epoch is repeated and none is left out.
class committed_standard_output final : public line_target {
public:
  /// `pending_folder` is where pending files are made, one output to a name. Errors: `option_missing` when it is empty;
  /// `sink_unwritable` when nothing can be made in it.
  static result<std::unique_ptr<line_target>> open(std::string pending_folder, const std::string& pending_name);

  void begin() override {}
  void flush() override {}
  void finish() override { pending_.finish(); }
  std::string prepare(epoch_number epoch) override;
  void commit(epoch_number epoch) override;
  bool recover(epoch_number epoch, std::string_view prepared) override;

private:
  explicit committed_standard_output(std::string prefix);
  void hand_on() override;
  void write_out(epoch_number epoch);

  std::unique_ptr<line_output> output_ = line_output::standard_output();
  pending_files pending_;
  std::uint64_t written_ = 0;  // of the prepared rows
};

}  // namespace millrace
