#include "job/job_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace millrace::command {
namespace {

using enum key_type;

constexpr std::array keys{
    job_key{"", "name", text, "", "the job's name; default: the job file's name without .toml", ""},

    job_key{"source", "kind", text, "\"jsonl\"", "jsonl (csv later)", ""},
    job_key{"source", "path", text, "", "required: a file, a pattern such as \"flights-*.jsonl\", or \"-\"", ""},
    job_key{"source", "rate", text, "", "at most so many records a second, such as \"2000/s\"; absent: no limit", ""},
    job_key{"source", "event_time", text, "", "required: the field that holds the event time", ""},
    job_key{"source", "time_format", text, "\"ms\"", "ms | s | us | ns | iso8601 | a strptime pattern (UTC)", ""},
    job_key{"source", "on_error", text, "\"fail\"", "fail | skip | quarantine:FILE", ""},
    job_key{"source", "max_line", text, "\"16MiB\"", "the longest line, such as \"64KiB\"", ""},

    job_key{"watermark", "strategy", text, "\"bounded\"", "bounded | monotonous (none, processing time, later)", ""},
    job_key{"watermark", "max_disorder", duration, "\"0s\"", "how late an event may be under bounded, >= 0", ""},
    job_key{"watermark", "report", text, "\"rounds\"", "rounds | every_record | periodic:INTERVAL", ""},
    job_key{"watermark", "round", integer, "4096", "records in a round at most, >= 1", ""},
    job_key{"watermark", "watermark_step", duration, "",
            "sessions: report when event time passes a multiple; default: a quarter of the gap", ""},
    job_key{"watermark", "idle_timeout", duration, "", "> 0; absent: an input is never idle", ""},
    job_key{"watermark", "all_idle", text, "\"flush_max\"", "flush_max | hold | wall_clock:LAG", ""},
    job_key{"watermark", "max_drift", duration, "", "", "alignment of sources (max_drift)"},
    job_key{"watermark", "max_future_skew", duration, "", "", "the guard against future events (max_future_skew)"},
    job_key{"watermark", "quarantine", text, "", "", "the guard against future events (quarantine)"},

    job_key{"where", "field", text, "", "required in [where]: the field to compare", ""},
    job_key{"where", "op", text, "", "required in [where]: == | != | < | <= | > | >=", ""},
    job_key{"where", "value", scalar, "", "required in [where]: text, a number, true or false", ""},

    job_key{"key", "fields", text_list, "[]", "fields that make the key; []: one group for all", ""},

    job_key{"window", "kind", text, "\"tumbling\"",
            "tumbling | sliding | session (count, sliding_count and global later)", ""},
    job_key{"window", "size", duration, "", "required for tumbling and sliding, > 0", ""},
    job_key{"window", "slide", duration, "", "required for sliding, > 0", ""},
    job_key{"window", "gap", duration, "", "required for session, > 0", ""},
    job_key{"window", "n", integer, "", "", "count windows"},
    job_key{"window", "k", integer, "", "", "count windows"},
    job_key{"window", "offset", duration, "\"0s\"", "tumbling and sliding: moves every start, |offset| < size or slide",
            ""},
    job_key{"window", "allowed_lateness", duration, "\"0s\"", "how long a result may be corrected, >= 0, or forever",
            ""},
    job_key{"window", "max_length", duration, "", "", "a maximum length of sessions"},
    job_key{"window", "flush_at_end", boolean, "false", "true | false", "flush_at_end"},
    job_key{"window", "trigger", text, "\"event_time\"", "event_time", "triggers besides event_time"},

    job_key{"output", "kind", text, "\"jsonl\"", "jsonl | csv", ""},
    job_key{"output", "path", text, "\"-\"", "a file, or \"-\" for standard output", ""},
    job_key{"output", "mode", text, "\"append\"", "append | upsert | retract | final_only", ""},
    job_key{"output", "late", text, "", "a file, or \"-\", for late events as JSON lines; absent: they are counted",
            ""},
    job_key{"output", "visibility", text, "\"committed\"",
            "committed | immediate; with --state: whether rows wait for their epoch", ""},
    job_key{"output", "overwrite", boolean, "false", "true | false: whether files that exist are replaced", ""},

    job_key{"checkpoint", "interval", duration, "\"1s\"", "with --state: from one epoch to the next, 1ms to 1d", ""},
    job_key{"checkpoint", "min_pause", duration, "\"0s\"", "from the end of an epoch to the next, 0s to 1d", ""},
    job_key{"checkpoint", "timeout", duration, "\"1min\"", "after it an epoch is given up, 1ms to 1d", ""},
    job_key{"checkpoint", "guarantee", text, "\"exactly_once\"", "exactly_once | at_least_once", ""},
    job_key{"checkpoint", "at_end", text, "\"finish\"", "finish", "at_end = \"stop\""},

    job_key{"limits", "actors", integer, "", "key-group actors, 1 to key_groups; default: one per core", ""},
    job_key{"limits", "source_actors", integer, "1", "actors that read; with more than one their order is not fixed",
            ""},
    job_key{"limits", "key_groups", integer, "128", "1 to 65536", ""},
    job_key{"limits", "memory", text, "", "", "a limit on memory"},
    job_key{"limits", "restart", text, "\"none\"",
            "with --state, after a failure: none | fixed:TIMES:PAUSE | exponential:FIRST:LONGEST", ""},
};

constexpr std::array<std::string_view, 9> sections{"source",    "watermark", "where",      "key",   "window",
                                                   "aggregate", "output",    "checkpoint", "limits"};

void append_key(std::string& text, const job_key& key) {
  const std::string setting =
      key.fallback.empty() ? fmt::format("# {} =", key.name) : fmt::format("{} = {}", key.name, key.fallback);
  std::string remark(key.accepted);
  if (!key.not_yet.empty()) remark = key.fallback.empty() ? "not there yet" : "other values are not there yet";
  text += fmt::format("{:<30} # {}\n", setting, remark);
}

}  // namespace

std::span<const job_key> job_keys() noexcept {
  return keys;
}

std::span<const std::string_view> job_sections() noexcept {
  return sections;
}

const job_key* find_job_key(std::string_view section, std::string_view name) noexcept {
  const auto* found =
      std::find_if(keys.begin(), keys.end(), [&](const auto& k) { return k.section == section && k.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

std::string path_of(std::string_view section, std::string_view name) {
  return section.empty() ? std::string(name) : fmt::format("{}.{}", section, name);
}

std::string defaults_as_toml() {
  std::string text;
  for (const auto& key : keys) {
    if (key.section.empty()) append_key(text, key);
  }
  for (const auto section : sections) {
    // A [where] without its keys would be an incomplete condition.
    text += section == "where" ? fmt::format("\n# [{}]\n", section) : fmt::format("\n[{}]\n", section);
    if (section == "aggregate") {
      text +=
          "# COLUMN = FUNCTION: count | count:field | sum:field | min:field | max:field | mean:field | first:field\n"
          "#   | last:field | count_distinct:field | top:N:field | collect:field; at least one\n";
    }
    for (const auto& key : keys) {
      if (key.section == section) append_key(text, key);
    }
  }
  return text;
}

}  // namespace millrace::command
