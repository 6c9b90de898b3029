// A job, a script of steps and what came of it: the words in which oracle and engines speak to each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/element/row.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>
#include <optional>
#include <string>
#include <vector>

namespace millrace::oracle {

enum class window_kind : unsigned char { tumbling, sliding, session };
enum class emit_mode : unsigned char { append, upsert, retract, final_only };
/// `elements` is a process function: the bounds of its window and every value in order of arrival.
enum class function_kind : unsigned char { count, sum, min, max, first, last, collect, elements };
enum class idle_policy : unsigned char { flush_max, hold };

/// What a stage is asked to do.
struct job {
  window_kind window = window_kind::tumbling;
  duration size{10};   ///< Of tumbling and sliding windows; the gap of sessions.
  duration slide{10};  ///< Of sliding windows.
  duration offset{0};  ///< Of tumbling and sliding windows.
  duration allowed_lateness{0};
  emit_mode mode = emit_mode::append;
  function_kind function = function_kind::count;
  idle_policy all_idle = idle_policy::flush_max;
  std::uint32_t splits = 1;
};

enum class step_kind : unsigned char { event, watermark, idle, active, end };

/// One thing that happens to one split.
struct step {
  step_kind kind = step_kind::event;
  std::uint32_t split = 0;
  std::int64_t key = 0;    ///< With `event`.
  event_time time{};       ///< With `event`.
  std::int64_t value = 0;  ///< With `event`.
  watermark mark{};        ///< With `watermark`.
};

using script = std::vector<step>;

/// Whatever the function, its result is written as a list of integers.
using result_row = row<std::int64_t, std::vector<std::int64_t>>;
using missed_event = late_event<std::int64_t, std::int64_t>;

/// What one step brought about.
struct step_outcome {
  std::vector<result_row> rows;
  std::vector<missed_event> late;
  std::optional<watermark> watermark_out;  ///< The combined watermark, when it changed.
  std::optional<bool> idle_out;            ///< The idle status, when it changed.
  std::optional<watermark> forwarded;      ///< What goes downstream when the combined watermark changed.
  std::size_t open_panes = 0;              ///< Live (key, window) pairs after it.
};

/// What a whole script brought about. An engine may have steps of its own, in the same order.
struct outcome {
  std::vector<step_outcome> steps;
  std::uint64_t dropped_late = 0;
  std::uint64_t partly_late = 0;
  std::uint64_t in_gap = 0;
};

[[nodiscard]] std::string text_of(const job& described);
[[nodiscard]] std::string text_of(const step& described);
[[nodiscard]] std::string text_of(const script& described);
[[nodiscard]] std::string text_of(const result_row& described);
[[nodiscard]] std::string text_of(const missed_event& described);

}  // namespace millrace::oracle
