#include "script.hpp"

#include <fmt/format.h>

namespace millrace::oracle {

namespace {

std::string text_of(duration length) {
  return length == forever ? "forever" : fmt::format("{} ms", length.count());
}

std::string text_of(const time_window& window) {
  return fmt::format("[{}, {})", window.start.milliseconds, window.end.milliseconds);
}

std::string text_of(function_kind function) {
  switch (function) {
    case function_kind::count: return "count";
    case function_kind::sum: return "sum";
    case function_kind::min: return "min";
    case function_kind::max: return "max";
    case function_kind::first: return "first";
    case function_kind::last: return "last";
    case function_kind::collect: return "collect";
    case function_kind::elements: return "elements";
  }
  return "?";
}

std::string text_of(emit_mode mode) {
  switch (mode) {
    case emit_mode::append: return "append";
    case emit_mode::upsert: return "upsert";
    case emit_mode::retract: return "retract";
    case emit_mode::final_only: return "final_only";
  }
  return "?";
}

std::string window_of(const job& described) {
  switch (described.window) {
    case window_kind::tumbling: return "tumbling " + text_of(described.size) + " offset " + text_of(described.offset);
    case window_kind::sliding:
      return "sliding " + text_of(described.size) + " slide " + text_of(described.slide) + " offset " +
             text_of(described.offset);
    case window_kind::session: return "session gap " + text_of(described.size);
  }
  return "?";
}

}  // namespace

std::string text_of(const job& described) {
  return fmt::format("{}, lateness {}, {}, {}, {}, {} split(s)", window_of(described),
                     text_of(described.allowed_lateness), text_of(described.mode), text_of(described.function),
                     described.all_idle == idle_policy::hold ? "hold" : "flush_max", described.splits);
}

std::string text_of(const step& described) {
  switch (described.kind) {
    case step_kind::event:
      return fmt::format("split {}: event key {} time {} value {}", described.split, described.key,
                         described.time.milliseconds, described.value);
    case step_kind::watermark:
      return fmt::format("split {}: watermark {}", described.split, described.mark.milliseconds);
    case step_kind::idle: return fmt::format("split {}: idle", described.split);
    case step_kind::active: return fmt::format("split {}: active", described.split);
    case step_kind::end: return fmt::format("split {}: end", described.split);
  }
  return "?";
}

std::string text_of(const script& described) {
  std::string text;
  for (std::size_t i = 0; i < described.size(); ++i) text += fmt::format("  {:3} {}\n", i, text_of(described[i]));
  return text;
}

std::string text_of(const result_row& described) {
  return fmt::format("{} key {} {} value [{}] time {}", name_of(described.kind), described.key,
                     text_of(described.window), fmt::join(described.value, ", "), described.time.milliseconds);
}

std::string text_of(const missed_event& described) {
  std::string missed;
  for (const time_window& window : described.missed) missed += " " + text_of(window);
  return fmt::format("late key {} value {} time {} judged by {} missed{}", described.key, described.event,
                     described.time.milliseconds, described.judged_by.milliseconds, missed);
}

}  // namespace millrace::oracle
