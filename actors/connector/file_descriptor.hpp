// An open file that closes itself.
#pragma once

#include <string>
#include <utility>

namespace millrace {

/// Owns a descriptor of the system. Confined to its owner.
class file_descriptor {
public:
  file_descriptor() = default;
  explicit file_descriptor(int number) noexcept : number_(number) {}
  file_descriptor(file_descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  file_descriptor& operator=(file_descriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  ~file_descriptor() { close(); }

  [[nodiscard]] int number() const noexcept { return number_; }
  [[nodiscard]] bool is_open() const noexcept { return number_ >= 0; }

  /// Returns 0, or the errno of a close that lost data. Closing again does nothing.
  int close() noexcept;

private:
  int number_ = -1;
};

/// What the system says about an errno: "No space left on device".
[[nodiscard]] std::string system_text(int error_number);

}  // namespace millrace
