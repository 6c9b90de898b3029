#include <glob.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <millrace/actors/connector/file_descriptor.hpp>
#include <millrace/actors/connector/input_paths.hpp>

namespace millrace {

namespace {

thread_local int folder_error = 0;

int on_folder_error(const char*, int error_number) {
  if (error_number == ENOENT || error_number == ENOTDIR) return 0;
  folder_error = error_number;
  return 1;
}

struct glob_matches {
  glob_t found{};
  glob_matches() = default;
  glob_matches(const glob_matches&) = delete;
  glob_matches& operator=(const glob_matches&) = delete;
  ~glob_matches() { ::globfree(&found); }
};

}  // namespace

result<std::vector<std::string>> expand_input_path(const std::string& path) {
  struct stat file {};
  if (path.find_first_of("*?[") == std::string::npos || ::lstat(path.c_str(), &file) == 0) {
    return std::vector<std::string>{path};
  }
  glob_matches matches;
  folder_error = 0;
  const int status = ::glob(path.c_str(), GLOB_NOSORT, on_folder_error, &matches.found);
  if (status == GLOB_NOMATCH) {
    return error{error_code::source_missing, path + ": no file matches; a file, a glob or \"-\" is accepted"};
  }
  if (status != 0) {
    const std::string why = folder_error != 0 ? system_text(folder_error) : std::string("out of memory");
    return error{error_code::source_unreadable, path + ": a folder on the way cannot be read: " + why};
  }
  std::vector<std::string> files(matches.found.gl_pathv, matches.found.gl_pathv + matches.found.gl_pathc);
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace millrace
