// Lines of one file, pipe or terminal, as views into a buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/actors/connector/file_descriptor.hpp>
#include <millrace/actors/connector/files_in_use.hpp>
#include <millrace/actors/connector/line_mark.hpp>
#include <millrace/core/error.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace millrace {

/// What one call of `line_reader::next` brought.
enum class line_status : unsigned char {
  line,      ///< A line that is not empty.
  too_long,  ///< A line over the limit; its first `max_line` bytes are given, the rest is passed over.
  dry,       ///< Nothing now. Regular files never say it.
  end,       ///< Nothing more, ever.
};

/// What becomes of bytes at the end of the input that no end of line follows.
enum class unterminated_line : unsigned char {
  given,  ///< They are the last line.
  left,   ///< They are not read: a line may still be in the making there, and a mark lies before them.
};

/// Cuts bytes into lines that end in LF or CRLF; the last one needs no end, unless it is to be `left`. Empty lines
/// count as lines and are passed over; so is a byte order mark before the first. Confined to its source actor.
///
/// Cost: one read of the system a 256 KiB, one search a line, no allocation a line. The buffer grows only for longer
/// lines, to the limit and no further. It is made by the first call and freed at the end.
class line_reader {
public:
  /// Bytes behind every line that may be read (their content is anybody's): what vectorised parsers ask for.
  static constexpr std::size_t readable_after_line = 64;

  /// Opens a file, a pipe or a device. The file stays open, so it is read to its end even if it is moved meanwhile.
  /// Errors: `source_missing`; `source_unreadable` for a folder or without permission.
  static result<line_reader> open(std::string path, std::size_t max_line,
                                  unterminated_line last_line = unterminated_line::given);

  /// Reads what this process is given on standard input, which is never closed.
  static line_reader standard_input(std::size_t max_line, unterminated_line last_line = unterminated_line::given);

  /// Where nothing is there to read now, waits 5 ms at most before it says dry. `line` is valid until the next call.
  /// Failures: `source_unreadable` when the system cannot read on.
  line_status next(std::string_view& line);

  /// The path, or "standard input".
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// The number of the line that `next` gave last, from 1; lines that were passed over count.
  [[nodiscard]] std::uint64_t line_number() const noexcept { return line_number_; }
  /// "flights.jsonl line 12".
  [[nodiscard]] std::string position() const;

  /// Whether the input can be read again from a mark: a regular file that was opened by its path.
  [[nodiscard]] bool can_resume() const noexcept { return is_file_; }
  /// Where the next line begins. Requires `can_resume`. Cost: reads up to 4 KiB, until the place is beyond them.
  /// Failures: `source_unreadable`.
  [[nodiscard]] line_mark mark() const;
  /// Goes on from a mark. Called before the first line; again, it does the same once more. Failures: `state_refused`
  /// when the file is not the one that the mark was made in, saying what differs; `source_unreadable`.
  void resume(const line_mark& from);

private:
  enum class refill : unsigned char { filled, dry, end };

  line_reader(std::string name, int number, std::size_t max_line, unterminated_line last_line) noexcept
      : name_(std::move(name)), number_(number), max_line_(max_line), last_line_(last_line) {}

  refill fill();
  refill wait_for_input() const;
  void make_room();
  bool take_line(std::size_t end, std::size_t next, std::string_view& line, line_status& status);
  void close();
  void finish();
  void remember_head(std::uint64_t bytes) const;
  [[nodiscard]] std::uint64_t offset() const noexcept { return read_ - (filled_ - begin_); }
  [[nodiscard]] std::uint64_t hash_of_head(std::uint64_t bytes) const;

  std::string name_;
  file_descriptor owned_;
  file_claim claim_;
  int number_;
  bool may_run_dry_ = true;
  bool is_file_ = false;
  std::uint64_t inode_ = 0;
  std::uint64_t read_ = 0;  // bytes of the file that were read or passed by
  std::size_t first_capacity_ = 0;
  std::size_t max_line_;
  unterminated_line last_line_;
  std::vector<char> buffer_;  // `readable_after_line` longer than what is filled at most
  std::size_t begin_ = 0;     // first byte not given yet
  std::size_t searched_ = 0;  // no LF in [begin_, searched_)
  std::size_t filled_ = 0;    // end of what was read
  std::uint64_t line_number_ = 0;
  bool passing_over_ = false;  // the rest of a line that was too long
  bool ended_ = false;
  mutable std::uint64_t head_bytes_ = 0;  // hashed last: is not read again
  mutable std::uint64_t head_hash_ = 0;
};

}  // namespace millrace
