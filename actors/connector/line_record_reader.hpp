// Lines that may be records: what is known to be bad before any decoding is dealt with here.
#pragma once

#include <cstddef>
#include <memory>
#include <millrace/actors/connector/bad_record.hpp>
#include <millrace/actors/connector/line_reader.hpp>
#include <millrace/actors/connector/quarantine_file.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/source/source_reader.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace {

/// The part of a line source's reader that knows no record type. Confined to its source actor.
class line_record_reader {
public:
  /// One reader for each file that `path` means; see `line_files_source::open`.
  static result<std::vector<line_record_reader>> open_all(const std::string& path, std::size_t max_line,
                                                          const bad_record& on_error,
                                                          std::shared_ptr<bad_record_report> report,
                                                          unterminated_line last_line = unterminated_line::given);

  /// Gives the next line that is not too long and is UTF-8 (`record`), or says dry or end. `line` is valid until the
  /// next call. Failures: `source_unreadable`, and those of `refuse`.
  read_status next(std::string_view& line);

  /// Does with the line that `next` gave last, or found bad, what the policy says. Failures: `code` under
  /// `bad_record::fail`; `sink_unwritable` when the quarantine file takes no more.
  void refuse(error_code code, const std::string& why, std::string_view raw);

  [[nodiscard]] std::string position() const { return lines_.position(); }

  /// What the split is known by: the path of the file, else "standard input".
  [[nodiscard]] const std::string& split_name() const noexcept { return lines_.name(); }
  /// Why this input cannot be part of a state: what it has put into its quarantine file would be there again.
  [[nodiscard]] std::optional<error> not_storable() const;

  /// See `line_reader`.
  [[nodiscard]] bool can_resume() const noexcept { return lines_.can_resume(); }
  [[nodiscard]] line_mark mark() const { return lines_.mark(); }
  void resume(const line_mark& from) { lines_.resume(from); }

private:
  line_record_reader(line_reader lines, std::size_t max_line, bad_record::kind on_error,
                     std::shared_ptr<bad_record_report> report)
      : lines_(std::move(lines)), max_line_(max_line), on_error_(on_error), report_(std::move(report)) {}

  void start();
  void end();

  line_reader lines_;
  std::size_t max_line_;
  bad_record::kind on_error_;
  std::shared_ptr<bad_record_report> report_;
  bool started_ = false;
  std::shared_ptr<quarantine_file> quarantine_;  // null without, and after the end
};

}  // namespace millrace
