#include "pipeline/row_text.hpp"

#include "value/json_text.hpp"

namespace millrace::command {
namespace {

bool is_changelog(output_mode mode) noexcept {
  return mode == output_mode::upsert || mode == output_mode::retract;
}

std::string quoted_name(std::string_view name) {
  std::string text;
  append_json(text, name);
  return text + ':';
}

void append_csv(std::string& line, std::string_view text) {
  if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
    line += text;
    return;
  }
  line += '"';
  for (const char character : text) {
    line += character;
    if (character == '"') line += '"';
  }
  line += '"';
}

void append_csv(std::string& line, const json_value& value) {
  if (value.is_null()) return;
  if (const auto* text = value.text()) return append_csv(line, std::string_view(*text));
  append_json(line, value);
}

void append_csv(std::string& line, const column_value& value) {
  if (const auto* scalar = std::get_if<json_value>(&value)) return append_csv(line, *scalar);
  std::string text;
  append_json(text, value);
  append_csv(line, std::string_view(text));
}

}  // namespace

json_row_text::json_row_text(const job& of) : has_op_(is_changelog(of.output.mode)) {
  for (const auto& field : of.key_fields) key_names_.push_back(quoted_name(field));
  for (const auto& column : of.columns) column_names_.push_back(',' + quoted_name(column.name));
}

void json_row_text::operator()(const result_row& row, std::string& line) const {
  line += '{';
  if (has_op_) {
    line += "\"op\":\"";
    line += name_of(row.kind);
    line += "\",";
  }
  for (std::size_t at = 0; at < key_names_.size(); ++at) {
    line += key_names_[at];
    append_json(line, row.key.fields[at]);
    line += ',';
  }
  line += "\"window_start\":";
  append_json(line, row.window.start.milliseconds);
  line += ",\"window_end\":";
  append_json(line, row.window.end.milliseconds);
  for (std::size_t at = 0; at < column_names_.size(); ++at) {
    line += column_names_[at];
    append_json(line, row.value[at]);
  }
  line += '}';
}

csv_row_text::csv_row_text(const job& of) : has_op_(is_changelog(of.output.mode)) {
  if (has_op_) header_ += "op,";
  for (const auto& field : of.key_fields) {
    append_csv(header_, std::string_view(field));
    header_ += ',';
  }
  header_ += "window_start,window_end";
  for (const auto& column : of.columns) {
    header_ += ',';
    append_csv(header_, std::string_view(column.name));
  }
}

void csv_row_text::operator()(const result_row& row, std::string& line) const {
  if (has_op_) {
    line += name_of(row.kind);
    line += ',';
  }
  for (const auto& field : row.key.fields) {
    append_csv(line, field);
    line += ',';
  }
  append_json(line, row.window.start.milliseconds);
  line += ',';
  append_json(line, row.window.end.milliseconds);
  for (const auto& value : row.value) {
    line += ',';
    append_csv(line, value);
  }
}

void append_late_row(const late_row& late, std::string& line) {
  line += "{\"event\":";
  line += late.event.line;
  line += ",\"event_time\":";
  append_json(line, late.time.milliseconds);
  line += ",\"watermark\":";
  append_json(line, late.judged_by.milliseconds);
  line += ",\"missed\":[";
  bool first = true;
  for (const auto& window : late.missed) {
    if (!first) line += ',';
    first = false;
    line += '[';
    append_json(line, window.start.milliseconds);
    line += ',';
    append_json(line, window.end.milliseconds);
    line += ']';
  }
  line += "]}";
}

}  // namespace millrace::command
