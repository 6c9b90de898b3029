#include "command_run.hpp"

#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace millrace::command {

scratch_folder::scratch_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "millrace-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for the test");
  path_ = pattern;
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string scratch_folder::write(const std::string& name, const std::string& text) const {
  std::ofstream(*this / name, std::ios::binary) << text;
  return *this / name;
}

std::string shell_word(const std::string& word) {
  std::string text = "'";
  for (const char character : word) text += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return text + "'";
}

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

command_outcome shell(const std::string& line) {
  const scratch_folder folder;
  std::string script = line;
  for (auto at = script.find("{}"); at != std::string::npos; at = script.find("{}", at)) {
    script.replace(at, 2, MILLRACE_PROGRAM);
  }
  // No test may hang: a program that does not end is killed, with status 124.
  const auto whole = "timeout 120 bash -c " + shell_word(script) + " >" + shell_word(folder / "out") + " 2>" +
                     shell_word(folder / "err") + " </dev/null";
  const int status = std::system(whole.c_str());
  return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          .output = text_of(folder / "out"),
          .messages = text_of(folder / "err")};
}

command_outcome run_command(const std::vector<std::string>& arguments) {
  std::string line = "exec {}";
  for (const auto& argument : arguments) line += " " + shell_word(argument);
  return shell(line);
}

}  // namespace millrace::command
