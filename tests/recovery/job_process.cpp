#include "job_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>

namespace millrace::recovery {

namespace {

std::string read_and_remove(const std::string& path) {
  std::ifstream from(path, std::ios::binary);
  std::string all{std::istreambuf_iterator<char>(from), std::istreambuf_iterator<char>()};
  std::filesystem::remove(path);
  return all;
}

}  // namespace

process_end run_process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                        std::optional<std::chrono::microseconds> limit, const std::vector<std::string>& environment) {
  std::string messages = (std::filesystem::temp_directory_path() / "millrace-messages-XXXXXX").string();
  const int opened = mkstemp(messages.data());
  if (opened < 0) throw std::system_error(errno, std::generic_category(), messages);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, opened, STDERR_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::vector<std::string> variables = environment;
  std::vector<char*> envp;
  for (auto& variable : variables) envp.push_back(variable.data());
  for (char** one = environ; *one != nullptr; ++one) envp.push_back(*one);
  envp.push_back(nullptr);
  pid_t child = 0;
  const int failed = posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  close(opened);
  if (failed != 0) throw std::system_error(failed, std::generic_category(), program.string());
  process_end end;
  int status = 0;
  if (limit) {
    const auto until = std::chrono::steady_clock::now() + *limit;
    while (waitpid(child, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        continue;
      }
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      break;
    }
  } else {
    waitpid(child, &status, 0);
  }
  end.killed = WIFSIGNALED(status);
  end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.messages = read_and_remove(messages);
  return end;
}

}  // namespace millrace::recovery
