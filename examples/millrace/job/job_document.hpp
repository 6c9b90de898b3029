// A job file as written: sections of settings in order, each with its place. Knows TOML, not what settings mean.
#pragma once

#include <millrace/core/error.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "value/json_value.hpp"

namespace millrace::command {

/// A value that no key takes, such as a date or a table. `type` is its name for messages.
struct other_value {
  std::string_view type;
};

using setting_value = std::variant<json_value, std::vector<json_value>, other_value>;

struct setting {
  std::string name;
  setting_value value;
  std::string place;  ///< "job.toml line 12", or "--set window.size=1h".
};

/// A table of the file. Keys above all tables are a section without a name. `repeated` is a table such as [[source]].
struct section {
  std::string name;
  bool repeated = false;
  std::vector<setting> settings;
  std::string place;

  [[nodiscard]] const setting* find(std::string_view key) const noexcept;
};

struct job_document {
  std::string file;
  std::vector<section> sections;

  /// The sections of this name, in order.
  [[nodiscard]] std::vector<const section*> named(std::string_view name) const;
};

/// Parses TOML text; `file` is for messages. Errors: `option_unknown` with file, line and what TOML needs there.
result<job_document> parse_job_document(std::string_view text, std::string file);

/// Applies `PATH=VALUE` of --set: PATH is "name", "section.key", or "source.N.key" with N from 0 (without N: all
/// sources). VALUE is a TOML value; anything else is taken as text. A section that is not there is made.
/// Errors: `option_unknown` when there is no "=", no such source or an empty part.
result<void> apply_setting(job_document& document, std::string_view assignment);

}  // namespace millrace::command
