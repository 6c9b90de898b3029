#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "job/job.hpp"

namespace millrace::command {
namespace {

result<std::string> text_of(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    return error{error_code::source_unreadable, fmt::format("{}: the job file is a folder", file)};
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    const int reason = errno;
    const auto code = reason == ENOENT ? error_code::source_missing : error_code::source_unreadable;
    return error{code, fmt::format("{}: the job file cannot be read: {}", file, std::strerror(reason))};
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace

result<job> load_job(const std::string& file, const std::vector<std::string>& assignments) {
  const auto text = text_of(file);
  if (!text) return text.error();
  auto document = parse_job_document(text.value(), file);
  if (!document) return document.error();
  for (const auto& assignment : assignments) {
    if (const auto applied = apply_setting(document.value(), assignment); !applied) return applied.error();
  }
  return read_job(document.value());
}

}  // namespace millrace::command
