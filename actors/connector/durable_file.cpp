#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <millrace/actors/connector/durable_file.hpp>
#include <millrace/core/error.hpp>
#include <utility>

namespace millrace {

durable_file::durable_file(std::string path, file_role role, opening how) : path_(std::move(path)), role_(role) {
  if (how != opening::as_it_is) reached(either(crash_point::create_pending, crash_point::create_output));
  int flags = O_RDWR | O_CLOEXEC;
  if (how != opening::as_it_is) flags |= O_CREAT;
  if (how == opening::created) flags |= O_EXCL;
  file_ = file_descriptor(::open(path_.c_str(), flags, 0666));
  if (!file_.is_open()) {
    if (how == opening::created && errno == EEXIST) {
      throw failure(error_code::sink_exists, path_ + ": this file has come to exist since the start; remove it");
    }
    refuse(errno);
  }
  struct stat status {};
  if (::fstat(file_.number(), &status) != 0) refuse(errno);
  claim_ = file_claim::to_write(status, path_).value();
}

void durable_file::write(std::uint64_t offset, std::string_view bytes) {
  reached(either(crash_point::write_pending, crash_point::write_output));
  const std::size_t half = has_crash_points ? bytes.size() / 2 : bytes.size();
  put(offset, bytes.substr(0, half));
  reached(either(crash_point::write_half_of_pending, crash_point::write_half_of_output));
  put(offset + half, bytes.substr(half));
}

void durable_file::put(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file_.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0) {
      if (errno == EINTR) continue;
      refuse(errno);
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
}

std::size_t durable_file::read(std::uint64_t offset, char* into, std::size_t size) const {
  std::size_t read = 0;
  while (read < size) {
    const ssize_t count = ::pread(file_.number(), into + read, size - read, static_cast<off_t>(offset + read));
    if (count < 0) {
      if (errno == EINTR) continue;
      refuse(errno);
    }
    if (count == 0) break;
    read += static_cast<std::size_t>(count);
  }
  return read;
}

std::uint64_t durable_file::size() const {
  struct stat status {};
  if (::fstat(file_.number(), &status) != 0) refuse(errno);
  return static_cast<std::uint64_t>(status.st_size);
}

void durable_file::cut(std::uint64_t length) {
  reached(either(crash_point::cut_pending, crash_point::cut_output));
  if (::ftruncate(file_.number(), static_cast<off_t>(length)) != 0) refuse(errno);
}

void durable_file::sync() {
  reached(either(crash_point::sync_pending, crash_point::sync_output));
  if (lost_ == 0 && ::fdatasync(file_.number()) != 0) lost_ = errno;
  if (lost_ != 0) refuse(lost_);
}

void durable_file::sync_folder() {
  reached(either(crash_point::sync_folder_of_pending, crash_point::sync_folder_of_output));
  const file_descriptor folder(::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open() || ::fsync(folder.number()) != 0) refuse(errno);
}

void durable_file::refuse(int error_number) const {
  throw failure(error_code::sink_unwritable, path_ + ": " + system_text(error_number));
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

}  // namespace millrace
