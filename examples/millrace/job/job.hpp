// A job: what a job file says, checked and typed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/actors/connector/bad_record.hpp>
#include <millrace/actors/restart_policy.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/sink/visibility.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/all_idle.hpp>
#include <millrace/core/window/output_mode.hpp>
#include <optional>
#include <string>
#include <vector>

#include "aggregate/column_function.hpp"
#include "job/job_document.hpp"
#include "record/row_condition.hpp"
#include "record/time_format.hpp"

namespace millrace::command {

struct source_settings {
  std::string path;
  std::string time_field;
  time_format format;
  bad_record on_error;
  std::size_t max_line = 0;  ///< bytes
  double rate = 0;           ///< records per second; 0: no limit
};

enum class watermark_strategy : unsigned char { bounded, monotonous };

struct watermark_settings {
  watermark_strategy strategy = watermark_strategy::bounded;
  duration max_disorder{0};
  report_mode report;
  std::size_t round = 0;                   ///< records
  std::optional<duration> watermark_step;  ///< sessions only
  std::optional<duration> idle_timeout;
  all_idle_policy all_idle;
};

enum class window_kind : unsigned char { tumbling, sliding, session };

struct window_settings {
  window_kind kind = window_kind::tumbling;
  duration size{0};
  duration slide{0};
  duration gap{0};
  duration offset{0};
  duration allowed_lateness{0};
};

struct column_settings {
  std::string name;
  column_function function;
};

enum class output_kind : unsigned char { jsonl, csv };

struct output_settings {
  output_kind kind = output_kind::jsonl;
  std::string path;
  output_mode mode = output_mode::append;
  std::optional<std::string> late;
  visibility shown = visibility::committed;
  bool overwrite = false;
};

/// With a state directory only.
struct checkpoint_settings {
  duration interval{1000};
  duration min_pause{0};
  duration timeout{60'000};
  processing_guarantee guarantee = processing_guarantee::exactly_once;
};

struct limit_settings {
  std::size_t actors = 0;  ///< 0: one per core
  std::size_t source_actors = 1;
  std::size_t key_groups = 128;
  restart_policy restart{};  ///< With a state directory only.
};

struct job {
  std::string name;
  std::vector<source_settings> sources;
  watermark_settings watermarks;
  std::optional<row_condition> where;
  std::vector<std::string> key_fields;
  window_settings window;
  std::vector<column_settings> columns;
  output_settings output;
  checkpoint_settings checkpoint;
  limit_settings limits;
  std::string state_directory;  ///< Empty: no state is kept. Not from the file: from --state.
};

/// Reads and checks a document. Nothing is opened. Errors: every problem that was found, a line each, with file, line
/// and key; the code is that of the first.
result<job> read_job(const job_document& document);

/// Reads a job file and applies `--set` assignments in order. Errors: `source_missing` or `source_unreadable` for the
/// file itself, else as `read_job`.
result<job> load_job(const std::string& file, const std::vector<std::string>& assignments);

}  // namespace millrace::command
