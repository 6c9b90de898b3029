// One conformance case: a pipeline, the steps it goes through, and what must come out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace conformance {

/// A window's [start, end), in ms.
using window_bounds = std::pair<std::int64_t, std::int64_t>;

/// What a function made: one integer, or a list of them (`collect`, `sum_with_window`).
using answer = std::variant<std::int64_t, std::vector<std::int64_t>>;

enum class window_type : unsigned char {
  none,
  tumbling,
  sliding,
  session,
  session_gap_field,
  global,
  count,
  sliding_count
};

struct window_choice {
  window_type type = window_type::none;
  std::int64_t size_ms = 0;    ///< Tumbling, sliding.
  std::int64_t slide_ms = 0;   ///< Sliding.
  std::int64_t offset_ms = 0;  ///< Tumbling, sliding.
  std::int64_t gap_ms = 0;     ///< Session.
};

enum class function_name : unsigned char { sum, count, min, max, first, last, collect, sum_with_window };
enum class emit_mode : unsigned char { append, retract, upsert, final_only };
enum class watermark_strategy : unsigned char { manual, bounded, monotonous };

struct pipeline_choice {
  bool timers = false;           ///< The operator `timers` instead of a window.
  bool processing_time = false;  ///< Windows of the processing clock.
  window_choice window;
  std::string trigger;  ///< Its type, that of a wrapped one behind it ("purging count"); empty: the default.
  std::string evictor;  ///< Its type; empty: none.
  std::int64_t allowed_lateness_ms = 0;
  function_name function = function_name::sum;
  emit_mode emit = emit_mode::append;
  bool late_output = false;
  watermark_strategy strategy = watermark_strategy::manual;
  std::int64_t delay_ms = 0;  ///< Bounded.
  bool per_event = true;      ///< Generated strategies: report after each event, else at each step of the clock.
  std::size_t sources = 1;
  std::optional<std::int64_t> idle_timeout_ms;
};

struct event_step {
  std::size_t source = 0;
  std::string key;
  std::int64_t ts = 0;
  std::int64_t value = 0;
};
struct watermark_step {
  std::size_t source = 0;
  std::int64_t ts = 0;
};
struct idle_step {
  std::size_t source = 0;
};
struct active_step {
  std::size_t source = 0;
};
struct clock_step {
  std::int64_t to_ms = 0;
};
struct end_step {
  std::size_t source = 0;
};
using script_step = std::variant<event_step, watermark_step, idle_step, active_step, clock_step, end_step>;

/// The input that a step belongs to; none for a step of the clock.
[[nodiscard]] inline std::optional<std::size_t> source_of(const script_step& step) {
  return std::visit(
      [](const auto& one) -> std::optional<std::size_t> {
        if constexpr (requires { one.source; }) {
          return one.source;
        } else {
          return std::nullopt;
        }
      },
      step);
}

/// A row that must come, or came, out. `after_step` is the number of the step that caused it, from 0.
struct output_row {
  std::size_t after_step = 0;
  std::string kind;
  std::string key;
  std::optional<window_bounds> window;  ///< None for global and count windows.
  answer value;
  std::int64_t ts = 0;
  std::optional<std::vector<std::int64_t>> value_list;  ///< What the function saw.
};

struct late_row {
  std::size_t after_step = 0;
  std::string key;
  std::int64_t ts = 0;
  std::int64_t value = 0;
  std::vector<window_bounds> missed;

  bool operator==(const late_row&) const = default;
};

struct watermark_change {
  std::size_t after_step = 0;
  std::int64_t ts = 0;

  bool operator==(const watermark_change&) const = default;
};

struct idle_change {
  std::size_t after_step = 0;
  bool idle = false;

  bool operator==(const idle_change&) const = default;
};

struct expectation {
  std::vector<output_row> outputs;
  std::vector<late_row> late;
  std::uint64_t dropped_late = 0;
  std::uint64_t partly_late = 0;
  std::vector<watermark_change> watermark_out;
  std::vector<idle_change> idle_out;
  std::optional<std::uint64_t> open_windows_at_end;
  bool ordered_by_ts = false;
};

/// Steps and expectation of a case of the operator `timers` stay empty: such a case is known by its name only.
struct test_case {
  std::string id;
  pipeline_choice pipeline;
  std::vector<script_step> steps;
  expectation expect;
  bool optional = false;  ///< Reported, not failed.
};

}  // namespace conformance
