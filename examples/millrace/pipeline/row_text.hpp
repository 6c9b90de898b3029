// Result rows and late events as lines of JSON or CSV.
#pragma once

#include <millrace/core/element/row.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "job/job.hpp"
#include "record/record.hpp"
#include "value/json_key.hpp"
#include "value/json_value.hpp"

namespace millrace::command {

using result_row = row<json_key, std::vector<column_value>>;
using late_row = late_event<json_key, record_values>;

/// Writes a row as {"op":…,key fields,"window_start":…,"window_end":…,columns}; `op` only in `retract` and `upsert`.
/// Immutable; share freely.
class json_row_text {
public:
  explicit json_row_text(const job& of);
  void operator()(const result_row& row, std::string& line) const;

private:
  bool has_op_;
  std::vector<std::string> key_names_;     // `"origin":`
  std::vector<std::string> column_names_;  // `,"flights":`
};

/// Writes the same columns as CSV (RFC 4180): null is an empty field, an empty text is "", arrays are JSON text.
/// Immutable; share freely.
class csv_row_text {
public:
  explicit csv_row_text(const job& of);
  void operator()(const result_row& row, std::string& line) const;
  /// The first line.
  [[nodiscard]] const std::string& header() const noexcept { return header_; }

private:
  bool has_op_;
  std::string header_;
};

/// Writes {"event":{…},"event_time":…,"watermark":…,"missed":[[start,end],…]}. Requires that records keep their line.
void append_late_row(const late_row& late, std::string& line);

}  // namespace millrace::command
