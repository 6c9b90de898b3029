#include "pipeline/build_plan.hpp"

#include <fmt/format.h>

#include <millrace/actors/connector/line_file_sink.hpp>
#include <millrace/actors/connector/standard_output_sink.hpp>
#include <millrace/core/pipeline/pipeline.hpp>
#include <optional>
#include <utility>

#include "aggregate/column_aggregate.hpp"
#include "aggregate/column_codec.hpp"
#include "pipeline/job_source.hpp"
#include "pipeline/row_text.hpp"
#include "value/json_order.hpp"
#include "value/json_text.hpp"

namespace millrace::command {
namespace {

column_aggregate columns_of(const job& of) {
  std::vector<output_column> columns;
  for (std::size_t at = 0; at < of.columns.size(); ++at) {
    columns.push_back({.name = of.columns[at].name, .function = of.columns[at].function, .field = field_index(of, at)});
  }
  return column_aggregate(std::move(columns));
}

// Calls `use` with the sink that `path` means.
template <class Row, class Use>
auto with_sink(const job& of, const char* name, const std::string& path, line_encoder<Row> encode, std::string header,
               Use use) {
  if (path == "-") {
    return use(standard_output_sink<Row>({.encode = std::move(encode),
                                          .visibility = of.output.shown,
                                          .pending_folder = of.state_directory,
                                          .pending_name = name,
                                          .header = std::move(header)}));
  }
  return use(line_file_sink<Row>({.path = path,
                                  .overwrite = of.output.overwrite,
                                  .visibility = of.output.shown,
                                  .encode = std::move(encode),
                                  .header = std::move(header)}));
}

template <class Windowed>
result<logical_plan> finish(const job& of, const Windowed& windowed) {
  auto stage = windowed.aggregate(columns_of(of)).named("windows");
  if (of.output.late) {
    stage = with_sink<late_row>(of, "late", *of.output.late, append_late_row, {},
                                [&](auto sink) { return stage.late_to("late", std::move(sink)); });
  }
  const auto build = [&](auto sink) { return stage.to("output", std::move(sink)).build(of.name); };
  if (of.output.kind == output_kind::jsonl) {
    return with_sink<result_row>(of, "output", of.output.path, json_row_text(of), {}, build);
  }
  const csv_row_text csv(of);
  return with_sink<result_row>(of, "output", of.output.path, csv, csv.header(), build);
}

template <class Assigner>
result<logical_plan> with_windows(const job& of, const job_stream& stream, result<Assigner> assigner) {
  auto windowed = stream.window(std::move(assigner)).allowed_lateness(of.window.allowed_lateness).emit(of.output.mode);
  if constexpr (merging_window_assigner<Assigner>) {
    if (of.watermarks.watermark_step) windowed = windowed.watermark_step(*of.watermarks.watermark_step);
  }
  return finish(of, windowed);
}

result<logical_plan> plan_over(const job& of, const job_stream& stream) {
  const auto& window = of.window;
  switch (window.kind) {
    case window_kind::tumbling:
      return with_windows(of, stream, tumbling::make({.size = window.size, .offset = window.offset}));
    case window_kind::sliding:
      return with_windows(of, stream,
                          sliding::make({.size = window.size, .slide = window.slide, .offset = window.offset}));
    case window_kind::session: return with_windows(of, stream, session::make({.gap = window.gap}));
  }
  return error{error_code::internal, "unknown kind of window"};
}

}  // namespace

// `union_with` makes a type for each number of streams. How many sources a job has is known only when it is read, so
// the union is made where types no longer matter: the sources of each plan move to the stage of the first.
result<built_job> build_plan(const job& of) {
  std::optional<built_job> built;
  for (std::size_t at = 0; at < of.sources.size(); ++at) {
    auto name = of.sources.size() == 1 ? std::string("source") : fmt::format("source {}", at);
    auto [stream, report] = stream_of(of, of.sources[at], std::move(name));
    auto plan = plan_over(of, stream);
    if (!plan) return plan.error();
    if (!built) {
      built = built_job{.plan = std::move(plan).value(), .options = {}, .bad_records = {}};
    } else {
      built->plan.stages.front().sources.push_back(built->plan.sources.size());
      built->plan.sources.push_back(std::move(plan.value().sources.front()));
    }
    built->bad_records.push_back(std::move(report));
  }
  built->options.actors = of.limits.actors;
  built->options.source_actors = of.limits.source_actors;
  built->options.key_groups = of.limits.key_groups;
  built->options.round = of.watermarks.round;
  if (!of.state_directory.empty()) {
    built->options.restart = of.limits.restart;
    built->options.state = state_options{.directory = of.state_directory,
                                         .interval = of.checkpoint.interval,
                                         .minimum_pause = of.checkpoint.min_pause,
                                         .timeout = of.checkpoint.timeout,
                                         .guarantee = of.checkpoint.guarantee};
  }
  return std::move(*built);
}

}  // namespace millrace::command
