#include "needs.hpp"

#include <string_view>

namespace conformance {
namespace {

std::string_view missing_window(window_type type) {
  switch (type) {
    case window_type::session_gap_field: return "window session with gap_field";
    case window_type::global: return "window global";
    case window_type::count: return "window count";
    case window_type::sliding_count: return "window sliding_count";
    case window_type::none:
    case window_type::tumbling:
    case window_type::sliding:
    case window_type::session: break;
  }
  return "";
}

}  // namespace

std::string missing_for(const pipeline_choice& pipeline) {
  std::string missing;
  const auto add = [&](const std::string& what) { missing += (missing.empty() ? "" : ", ") + what; };
  if (pipeline.timers) add("operator timers");
  if (const auto window = missing_window(pipeline.window.type); !window.empty()) add(std::string(window));
  if (pipeline.processing_time) add("time processing");
  if (!pipeline.trigger.empty() && pipeline.trigger != "event_time") add("trigger " + pipeline.trigger);
  if (!pipeline.evictor.empty()) add("evictor " + pipeline.evictor);
  return missing;
}

}  // namespace conformance
