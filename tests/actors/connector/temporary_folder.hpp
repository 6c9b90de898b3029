// A folder for one test case, and shortcuts for the files in it.
#pragma once

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <millrace/core/error.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace millrace::testing {

class temporary_folder {
public:
  temporary_folder() {
    std::signal(SIGPIPE, SIG_IGN);
    std::string name = (std::filesystem::temp_directory_path() / "millrace-connector-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] std::string path() const { return path_; }
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  /// Writes a file and gives its path back.
  std::string file(const std::string& name, std::string_view content) const {
    std::ofstream(*this / name, std::ios::binary) << content;
    return *this / name;
  }

  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream file(*this / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  [[nodiscard]] bool has(const std::string& name) const { return std::filesystem::exists(*this / name); }

private:
  std::string path_;
};

/// Acts as a user without rights while it lives, when the test runs as root, whom no permission stops.
class without_rights {
public:
  without_rights() : was_(::geteuid()) {
    if (was_ == 0 && ::seteuid(65534) != 0) throw std::runtime_error("cannot give up the rights of root");
  }
  without_rights(const without_rights&) = delete;
  without_rights& operator=(const without_rights&) = delete;
  ~without_rights() {
    if (was_ == 0 && ::seteuid(0) != 0) std::abort();
  }

private:
  uid_t was_;
};

/// The failure that `body` throws; fails the test by throwing when it throws none.
template <class Body>
error failure_of(Body&& body) {
  try {
    body();
  } catch (const failure& thrown) {
    return thrown.reason();
  }
  throw std::runtime_error("no failure came");
}

[[nodiscard]] inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace millrace::testing
