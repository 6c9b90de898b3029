// A process that runs a job, to be killed.
#pragma once

#include <sys/types.h>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace millrace::recovery {

/// What became of a process.
struct process_end {
  bool killed = false;
  int status = 0;        ///< Its exit status, if it was not killed.
  std::string messages;  ///< What it wrote to standard error.
};

/// Starts `program` with `arguments` and waits for its end, but kills it (SIGKILL) after `limit`, if there is one.
/// Failures to start leave as std::system_error.
[[nodiscard]] process_end run_process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                                      std::optional<std::chrono::microseconds> limit,
                                      const std::vector<std::string>& environment = {});

}  // namespace millrace::recovery
