// Runs the built `millrace` program, for tests.
#pragma once

#include <string>
#include <vector>

namespace millrace::command {

struct command_outcome {
  int status = -1;  ///< Exit status, or 128 + signal.
  std::string output;
  std::string messages;
};

/// A folder for one test, removed with all it holds.
class scratch_folder {
public:
  scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  ~scratch_folder();

  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;

private:
  std::string path_;
};

/// `millrace ARGUMENTS`, through a shell: arguments may redirect and pipe. `{}` stands for the program.
command_outcome shell(const std::string& line);

/// `millrace` with these arguments as they are.
command_outcome run_command(const std::vector<std::string>& arguments);

[[nodiscard]] std::string text_of(const std::string& file);

/// The lines of a text, sorted.
[[nodiscard]] std::vector<std::string> sorted_lines(const std::string& text);

/// A word as a shell takes it.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace millrace::command
