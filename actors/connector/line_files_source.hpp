// A source over lines: of a file, of many files, or of standard input.
#pragma once

#include <concepts>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <millrace/actors/connector/bad_record.hpp>
#include <millrace/actors/connector/line_record_reader.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/source/source_reader.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace {

/// Turns a line into a record: nothing when it is fine, else what was wrong with it.
template <class T>
using line_decoder = std::function<std::optional<std::string>(std::string_view line, T& into)>;

/// One record a line; one file one split, in the order of their names. Cheap to copy; opened at start.
///
/// Lines end in LF or CRLF, the last one needs no end (see `last_line`); empty lines are passed over and are no bad
/// records; text is UTF-8, a byte order mark at the start of a file is dropped, NUL is passed on. A regular file is
/// read to the end it has when that is reached; a pipe, a terminal or standard input says dry while nothing is there.
///
/// `Decode` is called as `decode(std::string_view line, T& into)` and returns `std::optional<std::string>`. `into` may
/// hold an earlier record; 64 bytes behind `line` may be read (`line_reader::readable_after_line`), their content is
/// anybody's. Each split calls a copy of its own, so a parser that is copied with it is never shared.
template <class T, class Decode = line_decoder<T>>
requires std::copy_constructible<Decode> &&
    std::is_invocable_r_v<std::optional<std::string>, Decode&, std::string_view, T&> class line_files_source {
public:
  using value_type = T;

  struct options {
    std::string path;                          ///< A file, a glob such as "day-*.jsonl", or "-": standard input.
    Decode decode;                             ///< Required.
    std::size_t max_line = 16 * 1024 * 1024;   ///< Bytes of a line at most, its end not counted; 1 to 1 GiB.
    bad_record on_error = bad_record::fail();  ///< What happens to a line that is no record.
    std::size_t report_first = 10;             ///< How many bad records are kept as messages.
    unterminated_line last_line = unterminated_line::given;  ///< What becomes of a last line without an end.
  };

  /// Reads one split. Confined to its source actor, which may block in it.
  class reader_type {
  public:
    using value_type = T;

    reader_type(line_record_reader lines, Decode decode) : lines_(std::move(lines)), decode_(std::move(decode)) {}

    /// Failures: `source_unreadable`; `record_malformed` and `record_too_long` under `bad_record::fail`;
    /// `user_function_threw` when the decoder does; those of the quarantine file.
    read_outcome read(T& into) {
      std::string_view line;
      while (true) {
        const read_status status = lines_.next(line);
        if (status != read_status::record) return {.status = status};
        std::optional<std::string> wrong = decode(line, into);
        if (!wrong) return {.status = read_status::record};
        lines_.refuse(error_code::record_malformed, *wrong, line);
      }
    }

    /// "flights.jsonl line 12": where the last record, or bad record, stands.
    [[nodiscard]] std::string position() const { return lines_.position(); }

    /// See `line_record_reader`.
    [[nodiscard]] const std::string& split_name() const noexcept { return lines_.split_name(); }
    [[nodiscard]] std::optional<error> not_storable() const { return lines_.not_storable(); }

    /// See `line_reader`.
    [[nodiscard]] bool can_resume() const noexcept { return lines_.can_resume(); }
    [[nodiscard]] line_mark mark() const { return lines_.mark(); }
    void resume(const line_mark& from) { lines_.resume(from); }

  private:
    std::optional<std::string> decode(std::string_view line, T& into) {
      try {
        return decode_(line, into);
      } catch (const failure&) {
        throw;
      } catch (const std::exception& thrown) {
        throw failure(error_code::user_function_threw, position() + ": the decoder threw: " + thrown.what());
      }
    }

    line_record_reader lines_;
    Decode decode_;
  };

  static constexpr bool blocking = true;

  explicit line_files_source(options chosen)
      : chosen_(std::move(chosen)), report_(std::make_shared<bad_record_report>(chosen_.report_first)) {}

  /// Opens every file, then the quarantine file. Errors: an option missing or out of range; `source_missing` and
  /// `source_unreadable` naming the path; `sink_exists`, `sink_is_also_input` or `sink_unwritable` naming the
  /// quarantine file.
  [[nodiscard]] result<std::vector<reader_type>> open() const {
    if constexpr (std::same_as<Decode, line_decoder<T>>) {
      if (!chosen_.decode) {
        return error{error_code::option_missing,
                     describe() + ": decode is missing; a function from a line to a record is needed"};
      }
    }
    result<std::vector<line_record_reader>> lines =
        line_record_reader::open_all(chosen_.path, chosen_.max_line, chosen_.on_error, report_, chosen_.last_line);
    if (!lines) return lines.error();
    std::vector<reader_type> readers;
    readers.reserve(lines.value().size());
    for (line_record_reader& reader : lines.value()) readers.emplace_back(std::move(reader), chosen_.decode);
    return readers;
  }

  /// What was left out, shared by all copies of this source.
  [[nodiscard]] std::shared_ptr<const bad_record_report> bad_records() const noexcept { return report_; }

  [[nodiscard]] std::string describe() const {
    return chosen_.path == "-" ? "lines of standard input" : "line files " + chosen_.path;
  }

private:
  options chosen_;
  std::shared_ptr<bad_record_report> report_;
};

static_assert(split_source<line_files_source<std::string>>);

}  // namespace millrace
