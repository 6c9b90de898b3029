#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <millrace/actors/connector/line_reader.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <utility>

namespace millrace {

namespace {

constexpr std::size_t block = 256 * 1024;
constexpr std::size_t small_block = 64 * 1024;
constexpr int wait_milliseconds = 5;
constexpr std::uint64_t longest_head = 4096;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

error why_not_open(const std::string& path, int error_number) {
  const bool missing = error_number == ENOENT || error_number == ENOTDIR;
  return {missing ? error_code::source_missing : error_code::source_unreadable,
          path + ": " + system_text(error_number) +
              (missing ? "; a file, a glob or \"-\" is accepted" : "; a file that may be read is needed")};
}

/// A small file gets a small buffer, since a glob may match a thousand of them. The size is not trusted any further.
std::size_t capacity_for(const struct stat& file) {
  if (!S_ISREG(file.st_mode)) return block;
  return std::clamp(static_cast<std::size_t>(file.st_size) + 1, small_block, block);
}

}  // namespace

result<line_reader> line_reader::open(std::string path, std::size_t max_line, unterminated_line last_line) {
  // Without O_NONBLOCK the start would hang on a named pipe that nobody writes yet; files do not care.
  file_descriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!opened.is_open()) return why_not_open(path, errno);
  struct stat file {};
  if (::fstat(opened.number(), &file) != 0) return why_not_open(path, errno);
  if (S_ISDIR(file.st_mode)) {
    return error{error_code::source_unreadable,
                 path + ": this is a folder; a file, a glob such as " + path + "/* or \"-\" is accepted"};
  }
  line_reader reader(std::move(path), opened.number(), max_line, last_line);
  reader.may_run_dry_ = !S_ISREG(file.st_mode) && !S_ISBLK(file.st_mode);
  reader.is_file_ = S_ISREG(file.st_mode);
  reader.inode_ = file.st_ino;
  reader.first_capacity_ = capacity_for(file);
  reader.claim_ = file_claim::to_read(file);
  reader.owned_ = std::move(opened);
  if (!reader.may_run_dry_) ::posix_fadvise(reader.number_, 0, 0, POSIX_FADV_SEQUENTIAL);
  return reader;
}

line_reader line_reader::standard_input(std::size_t max_line, unterminated_line last_line) {
  line_reader reader("standard input", STDIN_FILENO, max_line, last_line);
  struct stat file {};
  const bool known = ::fstat(STDIN_FILENO, &file) == 0;
  reader.may_run_dry_ = !known || (!S_ISREG(file.st_mode) && !S_ISBLK(file.st_mode));
  reader.first_capacity_ = known ? capacity_for(file) : block;
  if (known) reader.claim_ = file_claim::to_read(file);
  return reader;
}

std::string line_reader::position() const {
  return name_ + " line " + std::to_string(line_number_);
}

line_status line_reader::next(std::string_view& line) {
  line_status status = line_status::line;
  while (!ended_) {
    const void* found = nullptr;
    if (filled_ > searched_) found = std::memchr(buffer_.data() + searched_, '\n', filled_ - searched_);
    if (found != nullptr) {
      const auto end = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
      if (take_line(end, end + 1, line, status)) return status;
      continue;
    }
    searched_ = filled_;
    if (passing_over_) begin_ = searched_ = filled_ = 0;
    // One byte over the limit may still be the CR of the line's end.
    if (filled_ - begin_ > max_line_ + 1) {
      ++line_number_;
      line = std::string_view(buffer_.data() + begin_, max_line_);
      passing_over_ = true;
      begin_ = filled_;
      return line_status::too_long;
    }
    switch (fill()) {
      case refill::filled: break;
      case refill::dry: return line_status::dry;
      case refill::end:
        ended_ = true;
        finish();
        if (last_line_ == unterminated_line::left) break;
        if (filled_ > begin_ && take_line(filled_, filled_, line, status)) return status;
        break;
    }
  }
  buffer_ = {};
  return line_status::end;
}

/// Closes the file but keeps the buffer, into which the last line is a view, and what a mark tells of the file.
void line_reader::finish() {
  const std::uint64_t read = last_line_ == unterminated_line::left ? offset() : read_;
  if (is_file_) remember_head(std::min(read, longest_head));
  close();
}

/// Takes the bytes [begin_, end) as a line; false when there is nothing to give.
bool line_reader::take_line(std::size_t end, std::size_t next, std::string_view& line, line_status& status) {
  const std::size_t begin = std::exchange(begin_, next);
  searched_ = next;
  if (std::exchange(passing_over_, false)) return false;
  ++line_number_;
  line = std::string_view(buffer_.data() + begin, end - begin);
  if (line_number_ == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.empty()) return false;
  if (line.size() > max_line_) {
    line = line.substr(0, max_line_);
    status = line_status::too_long;
  } else {
    status = line_status::line;
  }
  return true;
}

void line_reader::make_room() {
  if (buffer_.empty()) buffer_.resize(first_capacity_ + readable_after_line);
  if (begin_ == filled_) {
    begin_ = searched_ = filled_ = 0;
  } else if (begin_ > 0 && filled_ + readable_after_line == buffer_.size()) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, filled_ - begin_);
    searched_ -= begin_;
    filled_ -= begin_;
    begin_ = 0;
  }
  if (filled_ + readable_after_line == buffer_.size()) {
    const std::size_t capacity = buffer_.size() - readable_after_line;
    buffer_.resize(std::max(capacity + 1, std::min(capacity * 2, max_line_ + 2)) + readable_after_line);
  }
}

line_reader::refill line_reader::fill() {
  make_room();
  if (may_run_dry_) {
    const refill waited = wait_for_input();
    if (waited != refill::filled) return waited;
  }
  while (true) {
    const ssize_t count = ::read(number_, buffer_.data() + filled_, buffer_.size() - readable_after_line - filled_);
    if (count > 0) {
      filled_ += static_cast<std::size_t>(count);
      read_ += static_cast<std::uint64_t>(count);
      return refill::filled;
    }
    if (count == 0) return refill::end;
    if (errno == EINTR) continue;
    if (errno == EAGAIN) return refill::dry;
    throw failure(error_code::source_unreadable, name_ + ": cannot be read on behind line " +
                                                     std::to_string(line_number_) + ": " + system_text(errno));
  }
}

line_reader::refill line_reader::wait_for_input() const {
  pollfd watched{.fd = number_, .events = POLLIN, .revents = 0};
  return ::poll(&watched, 1, wait_milliseconds) > 0 ? refill::filled : refill::dry;
}

line_mark line_reader::mark() const {
  const std::uint64_t head = std::min(offset(), longest_head);
  remember_head(head);
  return {.path = name_,
          .inode = inode_,
          .offset = offset(),
          .line = line_number_,
          .head_bytes = head,
          .head_hash = head > 0 ? head_hash_ : 0,
          .inside_line = passing_over_};
}

void line_reader::resume(const line_mark& from) {
  const auto refuse = [&](const std::string& why) {
    throw failure(error_code::state_refused, name_ + ": the state was made with another file: " + why);
  };
  if (!is_file_) refuse("this is no regular file, which alone can be read from a place");
  struct stat file {};
  if (::fstat(number_, &file) != 0) throw failure(why_not_open(name_, errno));
  if (inode_ != from.inode) refuse("its inode was " + std::to_string(from.inode) + ", now " + std::to_string(inode_));
  if (static_cast<std::uint64_t>(file.st_size) < from.offset) {
    refuse("it was read to byte " + std::to_string(from.offset) + " and has " + std::to_string(file.st_size) + " now");
  }
  if (from.head_bytes > 0 && hash_of_head(from.head_bytes) != from.head_hash) {
    refuse("its first " + std::to_string(from.head_bytes) + " bytes have changed");
  }
  if (::lseek(number_, static_cast<off_t>(from.offset), SEEK_SET) < 0) {
    throw failure(error_code::source_unreadable,
                  name_ + ": cannot be set to byte " + std::to_string(from.offset) + ": " + system_text(errno));
  }
  read_ = from.offset;
  line_number_ = from.line;
  passing_over_ = from.inside_line;
}

void line_reader::remember_head(std::uint64_t bytes) const {
  if (bytes == head_bytes_) return;
  head_hash_ = hash_of_head(bytes);
  head_bytes_ = bytes;
}

std::uint64_t line_reader::hash_of_head(std::uint64_t bytes) const {
  std::string head(bytes, '\0');
  const ssize_t count = ::pread(number_, head.data(), head.size(), 0);
  if (count != static_cast<ssize_t>(bytes)) {
    throw failure(error_code::source_unreadable, name_ + ": its first " + std::to_string(bytes) +
                                                     " bytes cannot be read again" +
                                                     (count < 0 ? ": " + system_text(errno) : std::string{}));
  }
  return hash_bytes(head);
}

void line_reader::close() {
  owned_.close();
  claim_.release();
}

}  // namespace millrace
