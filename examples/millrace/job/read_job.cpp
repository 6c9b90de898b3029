#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "job/job.hpp"
#include "job/policy_text.hpp"
#include "job/quantity_text.hpp"
#include "job/settings_reader.hpp"

namespace millrace::command {
namespace {

constexpr duration one_millisecond{1};

error not_yet(std::string_view what) {
  return {error_code::not_supported_yet, fmt::format("not there yet: {}", what)};
}

error unknown(std::string_view text, std::string_view accepted) {
  return {error_code::option_unknown, fmt::format("\"{}\" is unknown; accepted: {}", text, accepted)};
}

result<bool> parse_input_kind(std::string_view text) {
  if (text == "jsonl") return true;
  if (text == "csv") return not_yet("reading csv; accepted: \"jsonl\"");
  return unknown(text, "jsonl (csv later)");
}

result<std::string> parse_input_path(std::string_view text) {
  if (text.starts_with("tcp://")) return not_yet("reading from tcp; accepted: a file, a pattern or \"-\"");
  if (text.empty()) return unknown(text, "a file, a pattern such as \"flights-*.jsonl\", or \"-\"");
  return std::string(text);
}

result<std::string> parse_field(std::string_view text) {
  if (text.empty()) return error{error_code::option_out_of_range, "the name of a field is needed; it is empty"};
  return std::string(text);
}

result<std::string> parse_output_path(std::string_view text) {
  if (text.empty()) return error{error_code::option_out_of_range, "a file or \"-\" is needed; it is empty"};
  return std::string(text);
}

result<std::uint64_t> parse_max_line(std::string_view text) {
  auto size = parse_size(text);
  if (size && (size.value() < 1 || size.value() > std::uint64_t{1} << 30U)) {
    return error{error_code::option_out_of_range, fmt::format("\"{}\" is out of range; accepted: 1B to 1GiB", text)};
  }
  return size;
}

result<watermark_strategy> parse_strategy(std::string_view text) {
  if (text == "bounded") return watermark_strategy::bounded;
  if (text == "monotonous") return watermark_strategy::monotonous;
  if (text == "none") return not_yet("processing time (none); accepted: bounded, monotonous");
  return unknown(text, "bounded, monotonous, none");
}

result<window_kind> parse_window_kind(std::string_view text) {
  if (text == "tumbling") return window_kind::tumbling;
  if (text == "sliding") return window_kind::sliding;
  if (text == "session") return window_kind::session;
  if (text == "count" || text == "sliding_count" || text == "global") {
    return not_yet(fmt::format("{} windows; accepted: tumbling, sliding, session", text));
  }
  return unknown(text, "tumbling, sliding, session, count, sliding_count, global");
}

result<output_kind> parse_output_kind(std::string_view text) {
  if (text == "jsonl") return output_kind::jsonl;
  if (text == "csv") return output_kind::csv;
  return unknown(text, "jsonl, csv");
}

result<output_mode> parse_mode(std::string_view text) {
  const auto mode = output_mode_named(text);
  if (mode) return mode;
  return unknown(text, "append, upsert, retract, final_only");
}

result<visibility> parse_visibility(std::string_view text) {
  if (text == "committed") return visibility::committed;
  if (text == "immediate") return visibility::immediate;
  return unknown(text, "committed, immediate");
}

result<processing_guarantee> parse_guarantee(std::string_view text) {
  if (text == "exactly_once") return processing_guarantee::exactly_once;
  if (text == "at_least_once") return processing_guarantee::at_least_once;
  return unknown(text, "exactly_once, at_least_once");
}

result<duration> parse_lateness(std::string_view text) {
  if (text == "forever") return forever;
  auto length = parse_duration(text);
  if (length && length.value() < duration{0}) {
    return error{error_code::option_out_of_range, fmt::format("\"{}\" is out of range; accepted: at least 0s", text)};
  }
  return length;
}

// Reads one job. Whatever is wrong goes to `problems`, and what is read then is not used.
class job_reader {
public:
  explicit job_reader(const job_document& document) : document_(document) { check_names(document, problems_); }

  result<job> read() {
    read_name();
    read_sources();
    read_watermarks();
    read_where();
    job_.key_fields = section_reader("key").texts("fields");
    read_window();
    read_columns();
    read_output();
    read_checkpoint();
    read_limits();
    check_columns();
    if (!problems_.empty()) return problems_.as_error();
    return job_;
  }

private:
  settings_reader section_reader(std::string_view name) {
    const auto found = document_.named(name);
    return {document_, found.empty() ? nullptr : found.front(), name, problems_};
  }

  void read_name() {
    auto top = section_reader("");
    job_.name = top.text("name").value_or(std::filesystem::path(document_.file).stem().string());
    if (job_.name.empty()) top.add_problem("name", error_code::option_out_of_range, "is empty; a name is needed");
  }

  void read_sources() {
    auto given = document_.named("source");
    if (given.empty()) given.push_back(nullptr);
    for (const auto* one : given) read_source(settings_reader(document_, one, "source", problems_));
  }

  void read_source(settings_reader from) {
    from.require("path");
    from.require("event_time");
    (void)from.parsed<bool>("kind", parse_input_kind);
    const auto path = from.parsed<std::string>("path", parse_input_path);
    const auto field = from.parsed<std::string>("event_time", parse_field);
    const auto format = from.parsed<time_format>("time_format", time_format::make);
    const auto on_error = from.parsed<bad_record>("on_error", parse_on_error);
    const auto max_line = from.parsed<std::uint64_t>("max_line", parse_max_line);
    const auto rate = from.parsed<double>("rate", parse_rate);
    if (!path || !field || !format || !on_error || !max_line) return;
    job_.sources.push_back({.path = *path,
                            .time_field = *field,
                            .format = *format,
                            .on_error = *on_error,
                            .max_line = static_cast<std::size_t>(*max_line),
                            .rate = rate.value_or(0)});
  }

  void read_watermarks() {
    auto from = section_reader("watermark");
    auto& into = job_.watermarks;
    into.strategy = from.parsed<watermark_strategy>("strategy", parse_strategy).value_or(into.strategy);
    into.max_disorder = from.length("max_disorder", duration{0}, forever).value_or(duration{0});
    if (into.strategy == watermark_strategy::monotonous) {
      from.refuse_unused("max_disorder", "with strategy = \"monotonous\"");
    }
    into.report = from.parsed<report_mode>("report", parse_report).value_or(into.report);
    into.round = static_cast<std::size_t>(from.integer("round", 1, 1'000'000'000).value_or(1));
    into.watermark_step = from.length("watermark_step", one_millisecond, forever);
    into.idle_timeout = from.length("idle_timeout", one_millisecond, forever);
    into.all_idle = from.parsed<all_idle_policy>("all_idle", parse_all_idle).value_or(into.all_idle);
  }

  void read_where() {
    if (document_.named("where").empty()) return;
    auto from = section_reader("where");
    for (const auto* key : {"field", "op", "value"}) from.require(key);
    const auto field = from.parsed<std::string>("field", parse_field);
    const auto compare = from.parsed<comparison>("op", parse_comparison);
    const auto value = from.scalar("value");
    if (field && compare && value) job_.where = row_condition{.field = *field, .compare = *compare, .value = *value};
  }

  void read_window() {
    auto from = section_reader("window");
    auto& into = job_.window;
    const auto kind = from.parsed<window_kind>("kind", parse_window_kind);
    into.allowed_lateness = from.parsed<duration>("allowed_lateness", parse_lateness).value_or(duration{0});
    const auto size = from.length("size", one_millisecond, forever);
    const auto slide = from.length("slide", one_millisecond, forever);
    const auto gap = from.length("gap", one_millisecond, forever);
    const auto offset = from.length("offset");
    if (!kind) return;
    into.kind = *kind;
    into.size = size.value_or(one_millisecond);
    into.slide = slide.value_or(one_millisecond);
    into.gap = gap.value_or(one_millisecond);
    into.offset = offset.value_or(duration{0});
    const bool sessions = *kind == window_kind::session;
    for (const auto* key : {"size", "offset"}) {
      if (sessions) from.refuse_unused(key, "with kind = \"session\"");
    }
    if (*kind != window_kind::sliding) from.refuse_unused("slide", "but with kind = \"sliding\"");
    if (!sessions) {
      from.refuse_unused("gap", "but with kind = \"session\"");
      section_reader("watermark").refuse_unused("watermark_step", "but with session windows");
    }
    from.require(sessions ? "gap" : "size");
    if (*kind == window_kind::sliding) from.require("slide");
    if (!sessions && size && (slide || *kind != window_kind::sliding)) check_offset(from);
  }

  void check_offset(settings_reader& from) {
    const bool slides = job_.window.kind == window_kind::sliding;
    const auto period = slides ? job_.window.slide : job_.window.size;
    if (job_.window.offset > -period && job_.window.offset < period) return;
    from.add_problem("offset", error_code::option_out_of_range,
                     fmt::format("{} is out of range; accepted: between -{} and {} ({}), both excluded",
                                 duration_text(job_.window.offset), duration_text(period), duration_text(period),
                                 slides ? "the slide" : "the size"));
  }

  void read_columns() {
    const auto given = document_.named("aggregate");
    if (given.empty() || given.front()->settings.empty()) {
      problems_.add(error_code::option_missing, given.empty() ? document_.file : given.front()->place, "aggregate",
                    "no column; at least one COLUMN = FUNCTION is needed, such as flights = \"count\"");
      return;
    }
    for (const auto& one : given.front()->settings) {
      const auto* value = std::get_if<json_value>(&one.value);
      const auto* text = value != nullptr ? value->text() : nullptr;
      auto function = parse_column_function(text != nullptr ? *text : "");
      if (!function) {
        problems_.add(function.error().code, one.place, path_of("aggregate", one.name), function.error().message);
      } else {
        job_.columns.push_back({.name = one.name, .function = function.value()});
      }
    }
  }

  // Every name of a row once.
  void check_columns() {
    std::vector<std::string> taken{"op", "window_start", "window_end"};
    for (const auto& field : job_.key_fields) {
      if (std::find(taken.begin(), taken.end(), field) != taken.end()) {
        section_reader("key").add_problem(
            "fields", error_code::option_conflict,
            fmt::format("'{}' would be in a row twice; op, window_start and window_end are taken", field));
      }
      taken.push_back(field);
    }
    for (const auto* section : document_.named("aggregate")) {
      for (const auto& one : section->settings) {
        if (std::find(taken.begin(), taken.end(), one.name) == taken.end()) continue;
        problems_.add(error_code::option_conflict, one.place, path_of("aggregate", one.name),
                      "would be in a row twice: it is op, window_start, window_end or a key field");
      }
    }
  }

  void read_output() {
    auto from = section_reader("output");
    auto& into = job_.output;
    into.kind = from.parsed<output_kind>("kind", parse_output_kind).value_or(into.kind);
    into.path = from.parsed<std::string>("path", parse_output_path).value_or("-");
    into.mode = from.parsed<output_mode>("mode", parse_mode).value_or(into.mode);
    into.late = from.parsed<std::string>("late", parse_output_path);
    into.shown = from.parsed<visibility>("visibility", parse_visibility).value_or(into.shown);
    into.overwrite = from.boolean("overwrite").value_or(false);
    if (into.late && *into.late == into.path) {
      from.add_problem("late", error_code::option_conflict, fmt::format("\"{}\" is output.path too", into.path));
    }
    for (auto& source : job_.sources) source.on_error.overwrite = into.overwrite;
  }

  void read_checkpoint() {
    constexpr duration day{86'400'000};
    auto from = section_reader("checkpoint");
    auto& into = job_.checkpoint;
    into.interval = from.length("interval", one_millisecond, day).value_or(into.interval);
    into.min_pause = from.length("min_pause", duration{0}, day).value_or(into.min_pause);
    into.timeout = from.length("timeout", one_millisecond, day).value_or(into.timeout);
    into.guarantee = from.parsed<processing_guarantee>("guarantee", parse_guarantee).value_or(into.guarantee);
  }

  void read_limits() {
    auto from = section_reader("limits");
    const auto key_groups = from.integer("key_groups", 1, 65'536);
    const auto actors = from.integer("actors", 1, key_groups.value_or(65'536));
    job_.limits.key_groups = static_cast<std::size_t>(key_groups.value_or(128));
    job_.limits.actors = static_cast<std::size_t>(actors.value_or(0));
    job_.limits.restart = from.parsed<restart_policy>("restart", parse_restart).value_or(job_.limits.restart);
    job_.limits.source_actors = static_cast<std::size_t>(from.integer("source_actors", 1, 1024).value_or(1));
  }

  const job_document& document_;
  problem_list problems_;
  job job_;
};

}  // namespace

result<job> read_job(const job_document& document) {
  return job_reader(document).read();
}

}  // namespace millrace::command
