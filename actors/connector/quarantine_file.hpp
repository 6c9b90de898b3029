// The file that takes the bad records of a source.
#pragma once

#include <cstddef>
#include <memory>
#include <millrace/actors/connector/line_output.hpp>
#include <millrace/core/error.hpp>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace millrace {

/// Shared by all splits of a source; the last one to end closes it. Lines of one split come in its order, those of
/// several splits in the order of their arrival. Guarded by a mutex.
class quarantine_file {
public:
  /// Errors: as `line_output::open`. `splits` is how many will call `split_ended`.
  static result<std::shared_ptr<quarantine_file>> open(std::string path, bool overwrite, std::size_t splits);

  explicit quarantine_file(std::unique_ptr<line_output> output, std::size_t splits) noexcept
      : output_(std::move(output)), splits_(splits) {}
  quarantine_file(const quarantine_file&) = delete;
  quarantine_file& operator=(const quarantine_file&) = delete;
  /// Writes what was taken, as far as it can.
  ~quarantine_file();

  /// A split is about to read its first line. Failures: as `append`.
  void split_started();
  /// Takes a line without its end. Failures: `sink_unwritable`, `sink_closed`.
  void append(std::string_view line);
  /// Writes what was taken. Failures: as `append`.
  void flush();
  /// A split has read its last line. Failures: as `append`.
  void split_ended();

private:
  std::mutex guard_;
  std::unique_ptr<line_output> output_;  // guarded by `guard_`, as is `splits_`
  std::size_t splits_;
};

}  // namespace millrace
