#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <millrace/storage/directory_lock.hpp>
#include <utility>

namespace millrace {

result<directory_lock> directory_lock::take(const std::string& directory) {
  const std::string path = directory + "/owner";
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) {
    return error{error_code::state_unwritable, "state directory '" + directory + "': cannot make the lock file '" +
                                                   path + "': " + std::strerror(errno)};
  }
  directory_lock held{descriptor};
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return held;
  if (errno == EWOULDBLOCK) {
    return error{error_code::state_in_use,
                 "state directory '" + directory + "' is in use by another pipeline; one at a time may write it"};
  }
  return error{error_code::state_unwritable,
               "state directory '" + directory + "': cannot lock '" + path + "': " + std::strerror(errno)};
}

directory_lock::directory_lock(directory_lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

directory_lock& directory_lock::operator=(directory_lock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

directory_lock::~directory_lock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace millrace
