#include "pipeline/job_source.hpp"

#include <algorithm>
#include <millrace/actors/connector/line_files_source.hpp>
#include <millrace/core/pipeline/pipeline.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace millrace::command {
namespace {

// A decoder as line sources call it.
struct decode_line {
  record_decoder decoder;

  std::optional<std::string> operator()(std::string_view line, record& into) const {
    const auto decoded = decoder.decode(line, into);
    if (decoded) return std::nullopt;
    return decoded.error().message;
  }
};

using job_source = line_files_source<record, decode_line>;

std::vector<std::string> distinct_fields(const job& of) {
  std::vector<std::string> fields;
  for (const auto& column : of.columns) {
    const auto& field = column.function.field;
    if (!field.empty() && std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
  }
  return fields;
}

bool needs_number(const job& of, const std::string& field) {
  return std::any_of(of.columns.begin(), of.columns.end(), [&](const auto& column) {
    const auto kind = column.function.kind;
    return column.function.field == field && (kind == column_kind::sum || kind == column_kind::mean);
  });
}

template <class Generator>
job_stream stream_with(const job& of, const source_settings& source, std::string name, job_source lines,
                       Generator generator) {
  return from(std::move(name), std::move(lines))
      .event_time([](const record& one) { return one.time; })
      .watermarks(std::move(generator), {.idle_timeout = of.watermarks.idle_timeout,
                                         .all_idle = of.watermarks.all_idle,
                                         .report = of.watermarks.report,
                                         .rate = source.rate})
      .filter([](const record& one) { return one.kept; })
      .key_by([](const record& one) { return one.key; }, [](record&& one) { return std::move(one.values); });
}

}  // namespace

record_layout layout_of(const job& of, const source_settings& source) {
  record_layout layout{.time_field = source.time_field,
                       .format = source.format,
                       .condition = of.where,
                       .key_fields = of.key_fields,
                       .fields = {},
                       .keep_line = of.output.late.has_value()};
  for (auto& field : distinct_fields(of)) {
    const bool number = needs_number(of, field);
    layout.fields.push_back({.name = std::move(field), .number_only = number});
  }
  return layout;
}

std::size_t field_index(const job& of, std::size_t column) {
  const auto fields = distinct_fields(of);
  const auto found = std::find(fields.begin(), fields.end(), of.columns[column].function.field);
  return found == fields.end() ? 0 : static_cast<std::size_t>(found - fields.begin());
}

source_stream stream_of(const job& of, const source_settings& source, std::string name) {
  job_source lines({.path = source.path,
                    .decode = {record_decoder(layout_of(of, source))},
                    .max_line = source.max_line,
                    .on_error = source.on_error});
  auto report = lines.bad_records();
  if (of.watermarks.strategy == watermark_strategy::monotonous) {
    return {stream_with(of, source, std::move(name), std::move(lines), monotonous{}), std::move(report)};
  }
  const bounded_disorder generator({.delay = of.watermarks.max_disorder});
  return {stream_with(of, source, std::move(name), std::move(lines), generator), std::move(report)};
}

}  // namespace millrace::command
