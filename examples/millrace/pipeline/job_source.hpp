// The keyed stream of one [[source]].
#pragma once

#include <memory>
#include <millrace/actors/connector/bad_record.hpp>
#include <millrace/core/pipeline/keyed_stream.hpp>
#include <string>

#include "job/job.hpp"
#include "record/record.hpp"
#include "record/record_decoder.hpp"

namespace millrace::command {

using job_stream = keyed_stream<json_key, record_values>;

/// What a job takes from the lines of a source. Column c of the job reads field `field_index(of, c)`.
[[nodiscard]] record_layout layout_of(const job& of, const source_settings& source);

/// Where the field of a column stands among `record_layout::fields`; 0 for a count of rows.
[[nodiscard]] std::size_t field_index(const job& of, std::size_t column);

/// A stream and what its source tells of bad records.
struct source_stream {
  job_stream stream;
  std::shared_ptr<const bad_record_report> bad_records;
};

/// Lines, decoded, with watermarks, filtered and keyed.
[[nodiscard]] source_stream stream_of(const job& of, const source_settings& source, std::string name);

}  // namespace millrace::command
