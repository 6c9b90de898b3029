#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <millrace/actors/connector/output_file.hpp>
#include <utility>

namespace millrace {

namespace {

error unwritable(const std::string& path, const std::string& why) {
  return {error_code::sink_unwritable, path + ": " + why};
}

}  // namespace

result<output_file> output_file::look_at(std::string path, bool overwrite, state_origin origin) {
  const std::string folder = folder_of(path);
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) {
    return unwritable(path, errno == ENOENT ? "the folder " + folder + " does not exist" : system_text(errno));
  }
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    return unwritable(path, "where state is kept, rows wait in a file beside this one, and the folder " + folder +
                                " refuses that: " + system_text(errno));
  }
  if (::stat(path.c_str(), &status) != 0) {
    if (errno != ENOENT) return unwritable(path, system_text(errno));
    return output_file(std::move(path), false, {});
  }
  if (S_ISDIR(status.st_mode)) return unwritable(path, "this is a folder; a file is needed");
  if (!S_ISREG(status.st_mode)) {
    return unwritable(path, "this is no regular file; where state is kept one is needed, since a restore cuts it back");
  }
  result<file_claim> claim = file_claim::to_write(status, path);
  if (!claim) return claim.error();
  if (origin == state_origin::fresh && !overwrite) {
    return error{error_code::sink_exists, path + ": this file exists; remove it or set overwrite"};
  }
  if (::faccessat(AT_FDCWD, path.c_str(), R_OK | W_OK, AT_EACCESS) != 0) return unwritable(path, system_text(errno));
  return output_file(std::move(path), true, std::move(claim.value()));
}

void output_file::take() {
  if (taken_) return;
  if (!file_.is_open()) {
    claim_.release();
    file_ = durable_file(path_, file_role::output,
                         exists_ ? durable_file::opening::replaced : durable_file::opening::created);
  }
  if (file_.size() > 0) file_.cut(0);
  file_.sync();
  file_.sync_folder();
  taken_ = true;
}

void output_file::take_again(epoch_number epoch, std::uint64_t length) {
  const std::string recorded = "epoch " + std::to_string(epoch) + " of the state recorded " + std::to_string(length) +
                               " bytes of it; put it back, or start without that state";
  claim_.release();
  file_ = {};
  if (length > 0) {
    struct stat status {};
    if (::stat(path_.c_str(), &status) != 0 && errno == ENOENT) {
      throw failure(error_code::state_refused, path_ + ": this file is missing, and " + recorded);
    }
  }
  file_ = durable_file(path_, file_role::output, durable_file::opening::replaced);
  if (const std::uint64_t size = file_.size(); size < length) {
    throw failure(error_code::state_refused,
                  path_ + ": this file has " + std::to_string(size) + " bytes, and " + recorded);
  }
  if (length == 0) file_.sync_folder();
  length_ = length;
  taken_ = true;
}

void output_file::write(std::uint64_t offset, std::string_view bytes) {
  if (const std::uint64_t size = file_.size(); size < length_) {
    throw failure(error_code::sink_unwritable, path_ + ": this file has " + std::to_string(size) + " bytes, and " +
                                                   std::to_string(length_) +
                                                   " were written; somebody else has changed it");
  }
  file_.write(length_ + offset, bytes);
}

void output_file::keep(std::uint64_t count) {
  if (file_.size() != length_ + count) file_.cut(length_ + count);
  file_.sync();
  length_ += count;
}

}  // namespace millrace
