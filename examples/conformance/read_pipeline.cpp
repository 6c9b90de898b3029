#include <limits>

#include "case_sections.hpp"

namespace conformance {
namespace {

using namespace std::string_view_literals;

template <class Value>
using named = std::pair<std::string_view, Value>;

constexpr std::int64_t longest = std::numeric_limits<std::int64_t>::max();

window_choice read_window(const field& window) {
  constexpr std::array types{named<window_type>{"tumbling", window_type::tumbling},
                             named<window_type>{"sliding", window_type::sliding},
                             named<window_type>{"session", window_type::session},
                             named<window_type>{"global", window_type::global},
                             named<window_type>{"count", window_type::count},
                             named<window_type>{"sliding_count", window_type::sliding_count}};
  window_choice chosen{.type = window.at("type").one_of(types)};
  if (chosen.type == window_type::session && window.has("gap_field")) chosen.type = window_type::session_gap_field;
  // The options of the assigners themselves are left to the library to check.
  if (chosen.type == window_type::tumbling || chosen.type == window_type::sliding) {
    chosen.size_ms = window.at("size_ms").integer();
    chosen.offset_ms = window.at("offset_ms").integer();
  }
  if (chosen.type == window_type::sliding) chosen.slide_ms = window.at("slide_ms").integer();
  if (chosen.type == window_type::session) chosen.gap_ms = window.at("gap_ms").integer();
  return chosen;
}

std::string read_trigger(const field& trigger) {
  if (trigger.null()) return "";
  constexpr std::array types{named<bool>{"event_time", false},
                             named<bool>{"processing_time", false},
                             named<bool>{"count", false},
                             named<bool>{"continuous_event_time", false},
                             named<bool>{"continuous_processing_time", false},
                             named<bool>{"delta", false},
                             named<bool>{"purging", true}};
  const field type = trigger.at("type");
  const bool wraps = type.one_of(types);
  return wraps ? type.text() + " " + read_trigger(trigger.at("of")) : type.text();
}

std::string read_evictor(const field& evictor) {
  if (evictor.null()) return "";
  constexpr std::array types{named<int>{"count", 0}, named<int>{"time", 0}, named<int>{"delta", 0}};
  const field type = evictor.at("type");
  static_cast<void>(type.one_of(types));
  return type.text();
}

void read_watermarks(const field& watermarks, pipeline_choice& chosen) {
  constexpr std::array strategies{named<watermark_strategy>{"manual", watermark_strategy::manual},
                                  named<watermark_strategy>{"bounded", watermark_strategy::bounded},
                                  named<watermark_strategy>{"monotonous", watermark_strategy::monotonous}};
  chosen.strategy = watermarks.at("strategy").one_of(strategies);
  if (chosen.strategy == watermark_strategy::bounded) chosen.delay_ms = watermarks.at("delay_ms").integer();
  if (chosen.strategy != watermark_strategy::manual) chosen.per_event = watermarks.at("per_event").boolean();
}

}  // namespace

pipeline_choice read_pipeline(const field& pipeline) {
  constexpr std::array operators{named<bool>{"window", false}, named<bool>{"timers", true}};
  constexpr std::array times{named<bool>{"event", false}, named<bool>{"processing", true}};
  constexpr std::array functions{named<function_name>{"sum", function_name::sum},
                                 named<function_name>{"count", function_name::count},
                                 named<function_name>{"min", function_name::min},
                                 named<function_name>{"max", function_name::max},
                                 named<function_name>{"first", function_name::first},
                                 named<function_name>{"last", function_name::last},
                                 named<function_name>{"collect", function_name::collect},
                                 named<function_name>{"sum_with_window", function_name::sum_with_window}};
  constexpr std::array modes{
      named<emit_mode>{"append", emit_mode::append}, named<emit_mode>{"retract", emit_mode::retract},
      named<emit_mode>{"upsert", emit_mode::upsert}, named<emit_mode>{"final_only", emit_mode::final_only}};
  pipeline_choice chosen;
  chosen.timers = pipeline.at("operator").one_of(operators);
  if (chosen.timers) return chosen;
  chosen.window = read_window(pipeline.at("window"));
  chosen.processing_time = pipeline.at("time").one_of(times);
  chosen.trigger = read_trigger(pipeline.at("trigger"));
  chosen.evictor = read_evictor(pipeline.at("evictor"));
  chosen.allowed_lateness_ms = pipeline.at("allowed_lateness_ms").integer();
  chosen.function = pipeline.at("function").one_of(functions);
  chosen.emit = pipeline.at("emit").one_of(modes);
  chosen.late_output = pipeline.at("late_output").boolean();
  read_watermarks(pipeline.at("watermarks"), chosen);
  chosen.sources = static_cast<std::size_t>(pipeline.at("sources").integer(1, 1'000'000));
  if (const auto timeout = pipeline.at("idle_timeout_ms"); !timeout.null()) {
    chosen.idle_timeout_ms = timeout.integer(1, longest);
  }
  return chosen;
}

}  // namespace conformance
