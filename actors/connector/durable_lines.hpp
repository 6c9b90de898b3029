// A file of lines that takes part in epochs.
#pragma once

#include <memory>
#include <millrace/actors/connector/line_target.hpp>
#include <millrace/actors/connector/output_file.hpp>
#include <millrace/actors/connector/pending_files.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/sink/visibility.hpp>
#include <string>
#include <string_view>

namespace millrace {

/// Committed lines go to a pending file beside the output, which is appended to it after the commit. What a reader has
/// seen of them is never taken back, not even for a moment: a restore writes the same bytes over those of its last
/// epoch. Immediate lines go to the output, which a restore cuts to the length that its epoch recorded. A run may go on
/// with the other way.
class durable_lines final : public line_target {
public:
  /// Errors: those of `output_file::look_at`.
  static result<std::unique_ptr<line_target>> open(std::string path, bool overwrite, visibility seen,
                                                   state_origin origin);

  void begin() override {}
  void flush() override;
  void finish() override;
  std::string prepare(epoch_number epoch) override;
  void commit(epoch_number epoch) override;
  bool recover(epoch_number epoch, std::string_view prepared) override;

private:
  durable_lines(std::string path, visibility seen, output_file output);
  void hand_on() override;
  void apply(epoch_number epoch);
  void recover_rows(epoch_number epoch, std::uint64_t length, const recorded_rows& recorded);

  visibility seen_;
  output_file output_;
  pending_files pending_;
  bool finished_ = false;
};

}  // namespace millrace
