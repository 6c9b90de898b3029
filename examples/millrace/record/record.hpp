// What the pipeline of a job carries: the parts of an input line that the job asks for.
#pragma once

#include <absl/container/inlined_vector.h>

#include <millrace/core/time/event_time.hpp>
#include <string>

#include "value/json_key.hpp"
#include "value/json_value.hpp"

namespace millrace::command {

/// What reaches the windows. `fields` has one value for each aggregated field (null when the input has none); `line` is
/// the input object, kept only when the job has a late output.
struct record_values {
  absl::InlinedVector<json_value, 2> fields;
  std::string line;
};

/// One input line. `key` and `values` are filled only when `kept`.
struct record {
  event_time time;
  bool kept = true;  ///< The condition of [where] holds, or there is none.
  json_key key;
  record_values values;
};

}  // namespace millrace::command
