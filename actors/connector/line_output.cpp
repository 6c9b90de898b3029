#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <millrace/actors/connector/line_output.hpp>

namespace millrace {

namespace {

error why_not_open(const std::string& path, int error_number) {
  std::string why = system_text(error_number);
  if (error_number == ENOENT) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    why = "the folder " + folder + " does not exist";
  } else if (error_number == ENXIO) {
    why = "nobody reads this pipe yet";
  } else if (error_number == EISDIR) {
    why = "this is a folder; a file is needed";
  }
  return {error_code::sink_unwritable, path + ": " + why};
}

}  // namespace

result<std::unique_ptr<line_output>> line_output::open(std::string path, bool overwrite) {
  // Without O_NONBLOCK the start would hang on a named pipe that nobody reads yet.
  constexpr int flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK;
  file_descriptor opened(::open(path.c_str(), flags | O_CREAT | O_EXCL, 0666));
  const bool created = opened.is_open();
  if (!created && errno == EEXIST) {
    struct stat file {};
    // Looked at before it is opened: a file that is refused anyway need not be writable.
    if (::stat(path.c_str(), &file) != 0) {
      return error{error_code::sink_unwritable, path + ": this link leads nowhere: " + system_text(errno)};
    }
    if (S_ISDIR(file.st_mode)) return why_not_open(path, EISDIR);
    result<file_claim> free_to_write = file_claim::to_write(file, path);
    if (!free_to_write) return free_to_write.error();
    if (S_ISREG(file.st_mode) && !overwrite) {
      return error{error_code::sink_exists, path + ": this file exists; remove it or set overwrite"};
    }
    free_to_write.value().release();
    opened = file_descriptor(::open(path.c_str(), flags));
  }
  if (!opened.is_open()) return why_not_open(path, errno);

  std::unique_ptr<line_output> output(new line_output(std::move(path), opened.number()));
  output->owned_ = std::move(opened);
  output->created_ = created;
  struct stat file {};
  if (::fstat(output->number_, &file) != 0) return why_not_open(output->name_, errno);
  result<file_claim> claim = file_claim::to_write(file, output->name_);
  if (!claim) return claim.error();
  output->claim_ = std::move(claim.value());
  const int status = ::fcntl(output->number_, F_GETFL);
  if (status < 0 || ::fcntl(output->number_, F_SETFL, status & ~O_NONBLOCK) < 0) {
    return why_not_open(output->name_, errno);
  }
  return output;
}

std::unique_ptr<line_output> line_output::standard_output() {
  return std::unique_ptr<line_output>(new line_output("standard output", STDOUT_FILENO));
}

line_output::~line_output() {
  if (created_ && !begun_) ::unlink(name_.c_str());
}

void line_output::take_over() {
  begun_ = true;
  if (!owned_.is_open() || created_) return;
  struct stat file {};
  if (::fstat(number_, &file) != 0) refuse(errno);
  if (S_ISREG(file.st_mode) && ::ftruncate(number_, 0) != 0) refuse(errno);
}

void line_output::hand_on() {
  if (buffer_.empty()) return;
  begin();
  const std::uint64_t before = bytes_written_;
  try {
    write(buffer_);
  } catch (...) {
    buffer_.erase(0, static_cast<std::size_t>(bytes_written_ - before));
    throw;
  }
  buffer_.clear();
}

void line_output::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(number_, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
      bytes_written_ += static_cast<std::uint64_t>(count);
    } else if (errno == EAGAIN) {
      // Standard output may have been made non-blocking by whoever shares it.
      pollfd watched{.fd = number_, .events = POLLOUT, .revents = 0};
      ::poll(&watched, 1, -1);
    } else if (errno != EINTR) {
      refuse(errno);
    }
  }
}

std::string line_output::prepare(epoch_number epoch) {
  // Epoch 0 comes before anything is seen.
  if (epoch > 0) flush();
  return {};
}

void line_output::finish() {
  begin();
  flush();
  const int lost = owned_.close();
  claim_.release();
  if (lost != 0) refuse(lost);
}

void line_output::refuse(int error_number) const {
  if (error_number == EPIPE) throw failure(error_code::sink_closed, name_ + ": its reader has gone");
  throw failure(error_code::sink_unwritable, name_ + ": " + system_text(error_number));
}

}  // namespace millrace
