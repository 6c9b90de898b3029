#include <unistd.h>

#include <cerrno>
#include <millrace/actors/connector/file_descriptor.hpp>
#include <system_error>

namespace millrace {

int file_descriptor::close() noexcept {
  const int number = std::exchange(number_, -1);
  if (number < 0 || ::close(number) == 0) return 0;
  // Linux has closed it when it says EINTR, and nothing was lost.
  return errno == EINTR ? 0 : errno;
}

std::string system_text(int error_number) {
  return std::generic_category().message(error_number);
}

}  // namespace millrace
