// A directory that is gone with its test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace millrace::testing {

class temporary_directory {
public:
  temporary_directory() {
    std::string made = (std::filesystem::temp_directory_path() / "millrace-XXXXXX").string();
    if (mkdtemp(made.data()) == nullptr) throw std::runtime_error("cannot make a directory like " + made);
    path_ = made;
  }
  temporary_directory(const temporary_directory&) = delete;
  temporary_directory& operator=(const temporary_directory&) = delete;
  ~temporary_directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
  std::string path_;
};

}  // namespace millrace::testing
