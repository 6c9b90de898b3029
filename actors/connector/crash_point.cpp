#include <millrace/actors/connector/crash_point.hpp>

namespace millrace {

std::string_view name_of(crash_point point) noexcept {
  switch (point) {
    case crash_point::create_pending: return "create_pending";
    case crash_point::write_pending: return "write_pending";
    case crash_point::write_half_of_pending: return "write_half_of_pending";
    case crash_point::sync_pending: return "sync_pending";
    case crash_point::sync_folder_of_pending: return "sync_folder_of_pending";
    case crash_point::cut_pending: return "cut_pending";
    case crash_point::create_output: return "create_output";
    case crash_point::sync_folder_of_output: return "sync_folder_of_output";
    case crash_point::write_output: return "write_output";
    case crash_point::write_half_of_output: return "write_half_of_output";
    case crash_point::cut_output: return "cut_output";
    case crash_point::sync_output: return "sync_output";
    case crash_point::remove_pending: return "remove_pending";
    case crash_point::write_standard_output: return "write_standard_output";
  }
  return "unknown";
}

}  // namespace millrace
