// The moments at which a process that dies, or a disk that fails, can catch the files of an output in between.
#pragma once

#include <string_view>

#ifdef MILLRACE_PLANTED_FAULTS
#include <functional>
#endif

namespace millrace {

/// Each is reached right before its operation; `write_half` when half of a write's bytes are in the file.
enum class crash_point : unsigned char {
  create_pending,
  write_pending,
  write_half_of_pending,
  sync_pending,
  sync_folder_of_pending,
  cut_pending,
  create_output,
  sync_folder_of_output,
  write_output,
  write_half_of_output,
  cut_output,
  sync_output,
  remove_pending,
  write_standard_output,
};
inline constexpr unsigned crash_points = 14;

/// The name as it is written above, for a test that is told by name where to end a process.
[[nodiscard]] std::string_view name_of(crash_point point) noexcept;

#ifdef MILLRACE_PLANTED_FAULTS
inline constexpr bool has_crash_points = true;

/// What is called at each point, in the thread of the sink; empty at first. It may throw a `failure`, as the operation
/// would, or end the process. A test build defines it; set it while no sink is open.
std::function<void(crash_point)>& at_crash_point() noexcept;

inline void reached(crash_point point) {
  if (at_crash_point()) at_crash_point()(point);
}
#else
inline constexpr bool has_crash_points = false;

constexpr void reached(crash_point /*point*/) noexcept {}
#endif

}  // namespace millrace
