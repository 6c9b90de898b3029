// Every key of a job file: type, default, what it is for. Reading, refusing and `check --defaults` share this table.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace millrace::command {

/// The type of a key's value.
enum class key_type : unsigned char { text, integer, duration, boolean, text_list, scalar };

/// One key. `fallback` is TOML text; empty when the key has no default. `accepted` lists values or says what the value
/// is. `not_yet` is empty, or the feature that is missing: then only the default is accepted.
struct job_key {
  std::string_view section;  ///< Empty for keys above all sections.
  std::string_view name;
  key_type type;
  std::string_view fallback;
  std::string_view accepted;
  std::string_view not_yet;
};

/// In the order in which they are printed; keys of a section stand together.
[[nodiscard]] std::span<const job_key> job_keys() noexcept;

/// The sections, [aggregate] included, whose keys are free names.
[[nodiscard]] std::span<const std::string_view> job_sections() noexcept;

/// The entry, or nullptr.
[[nodiscard]] const job_key* find_job_key(std::string_view section, std::string_view name) noexcept;

/// "watermark.round", or "name".
[[nodiscard]] std::string path_of(std::string_view section, std::string_view name);

/// The whole table as a job file: defaults as they are, keys without one as comments.
[[nodiscard]] std::string defaults_as_toml();

}  // namespace millrace::command
