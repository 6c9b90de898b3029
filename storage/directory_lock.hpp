// One process writes a state directory.
#pragma once

#include <millrace/core/error.hpp>
#include <string>

namespace millrace {

/// Holds a lock on a directory as long as it lives. The system gives it up when the process ends, however it ends.
/// LMDB's own lock lets several writers in, one after the other, each of which would take the other's epochs for its
/// own.
class directory_lock {
public:
  /// Errors: `state_in_use` when another process holds it; `state_unwritable` when the lock file cannot be made.
  [[nodiscard]] static result<directory_lock> take(const std::string& directory);

  directory_lock(directory_lock&& other) noexcept;
  directory_lock& operator=(directory_lock&& other) noexcept;
  ~directory_lock();

private:
  explicit directory_lock(int descriptor) noexcept : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace millrace
