#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <millrace/actors/connector/spill_file.hpp>
#include <millrace/core/error.hpp>
#include <system_error>

namespace millrace {

void spill_file::make() {
  if (folder_.empty()) {
    std::error_code nowhere;
    folder_ = std::filesystem::temp_directory_path(nowhere).string();
    if (nowhere) folder_ = "/tmp";
  }
  file_ = file_descriptor(::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file_.is_open()) return;
  // Not every file system can make a file without a name.
  std::string name = folder_ + "/.millrace-spill-XXXXXX";
  file_ = file_descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (!file_.is_open()) refuse(errno);
  ::unlink(name.c_str());
}

void spill_file::append(std::string_view bytes) {
  if (!file_.is_open()) make();
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file_.number(), bytes.data(), bytes.size(), static_cast<off_t>(end_));
    if (count < 0) {
      if (errno == EINTR) continue;
      refuse(errno);
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
    end_ += static_cast<std::uint64_t>(count);
  }
}

void spill_file::read(std::uint64_t offset, char* into, std::size_t size) const {
  while (size > 0) {
    const ssize_t count = ::pread(file_.number(), into, size, static_cast<off_t>(offset));
    if (count < 0) {
      if (errno == EINTR) continue;
      refuse(errno);
    }
    if (count == 0) refuse(EIO);
    into += count;
    offset += static_cast<std::uint64_t>(count);
    size -= static_cast<std::size_t>(count);
  }
}

void spill_file::release(std::uint64_t offset, std::uint64_t size) noexcept {
  ::fallocate(file_.number(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
              static_cast<off_t>(size));
}

void spill_file::refuse(int error_number) const {
  throw failure(error_code::sink_unwritable, output_ + ": rows beyond the memory limit go to a temporary file in " +
                                                 folder_ + ", which failed: " + system_text(error_number));
}

}  // namespace millrace
