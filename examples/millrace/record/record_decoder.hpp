// Turns a line of JSON into a record.
#pragma once

#include <cstddef>
#include <millrace/core/error.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.hpp"
#include "record/row_condition.hpp"
#include "record/time_format.hpp"

namespace millrace::command {

/// A field that aggregates read.
struct aggregated_field {
  std::string name;
  bool number_only = false;  ///< A sum or mean needs it: anything but a number or null is refused.
};

/// What a job takes from each line.
struct record_layout {
  std::string time_field;
  time_format format;
  std::optional<row_condition> condition;
  std::vector<std::string> key_fields;
  std::vector<aggregated_field> fields;
  bool keep_line = false;
};

/// Immutable; share freely, also between threads. A line must be one JSON object; of a name given twice the first
/// counts. The whole line is checked, also the fields that nobody asked for, so that a late row repeats valid JSON.
class record_decoder {
public:
  /// Bytes behind a line that are read (their content is anybody's).
  static constexpr std::size_t readable_after_line = 64;

  explicit record_decoder(record_layout layout) : layout_(std::move(layout)) {}

  /// Fills `into`, using its memory again. No allocation for short values.
  /// Errors: `record_malformed` or `no_timestamp`; the message names the field. `into` is then half filled.
  [[nodiscard]] result<void> decode(std::string_view line, record& into) const;

private:
  record_layout layout_;
};

}  // namespace millrace::command
