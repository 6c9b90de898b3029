// A job file in the making, for tests.
#pragma once

#include <string>
#include <vector>

#include "job/job.hpp"

namespace millrace::command {

/// The least job that is complete. `more` is TOML that follows it.
inline std::string least_job(const std::string& more = {}) {
  return "[source]\n"               // line 1
         "path = \"in.jsonl\"\n"    // line 2
         "event_time = \"time\"\n"  // line 3
         "[window]\n"               // line 4
         "size = \"1h\"\n"          // line 5
         "[aggregate]\n"            // line 6
         "rows = \"count\"\n" +     // line 7
         more;                      // line 8
}

inline result<job> read_text(const std::string& text, const std::vector<std::string>& assignments = {}) {
  auto document = parse_job_document(text, "job.toml");
  if (!document) return document.error();
  for (const auto& assignment : assignments) {
    if (const auto applied = apply_setting(document.value(), assignment); !applied) return applied.error();
  }
  return read_job(document.value());
}

/// The message of a refusal, or "accepted".
inline std::string refusal_of(const std::string& text, const std::vector<std::string>& assignments = {}) {
  const auto read = read_text(text, assignments);
  return read ? "accepted" : read.error().message;
}

}  // namespace millrace::command
