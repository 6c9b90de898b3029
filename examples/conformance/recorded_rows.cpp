#include "recorded_rows.hpp"

namespace conformance {
namespace {

window_bounds bounds_of(const millrace::time_window& window) {
  return {window.start.milliseconds, window.end.milliseconds};
}

}  // namespace

output_row recorded(const result_row& row, std::size_t after_step) {
  return {after_step,      std::string(name_of(row.kind)), row.key,       bounds_of(row.window),
          row.value.value, row.time.milliseconds,          row.value.over};
}

late_row recorded(const missed_event& event, std::size_t after_step) {
  late_row made{after_step, event.key, event.time.milliseconds, event.event, {}};
  for (const auto& window : event.missed) made.missed.push_back(bounds_of(window));
  return made;
}

}  // namespace conformance
