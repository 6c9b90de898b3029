// Kills a job again and again and compares what it leaves behind with what an undisturbed run leaves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace millrace::recovery {

struct campaign_settings {
  std::filesystem::path program;   ///< `millrace`.
  std::filesystem::path crashing;  ///< `crashing_command`, for `crash_at_each_point`.
  std::filesystem::path data;      ///< Flights.
  std::filesystem::path folder;    ///< An empty one to work in.
  std::size_t kills = 200;
  std::uint64_t seed = 1;
  std::string rate = "20000/s";
  std::string interval = "20ms";
};

/// One kind of job: its output mode and its windows.
struct job_kind {
  std::string mode;
  std::string window;  ///< As in the job file.
  std::string lateness;
};

[[nodiscard]] std::vector<job_kind> job_kinds();

struct campaign_result {
  std::size_t kills = 0;
  std::size_t runs = 0;             ///< Jobs that came to their end.
  std::size_t restored_inside = 0;  ///< Restarts from an epoch that was neither 0 nor the last of the job.
  std::size_t restored_at_end = 0;
  std::size_t late_lines = 0;  ///< In the undisturbed runs.
  std::vector<std::string> differences;
};

/// Kills are spread over all kinds of jobs in turn; each restart has another number of actors (2, 8, 1, ...).
[[nodiscard]] campaign_result kill_again_and_again(const campaign_settings& settings);

struct point_result {
  std::size_t crashes = 0;
  std::vector<std::string> reached;  ///< Names of the points at which a process died.
  std::vector<std::string> differences;
};

/// Lets a job kill itself at each named crash point of its outputs, the first time and later ones, and goes on from
/// there; with committed and with immediate rows.
[[nodiscard]] point_result crash_at_each_point(const campaign_settings& settings);

}  // namespace millrace::recovery
