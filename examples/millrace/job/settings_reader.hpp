// Reads the settings of one section by the table of keys; what is wrong is written down, and reading goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <millrace/core/error.hpp>
#include <millrace/core/time/event_time.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "job/job_document.hpp"
#include "job/job_keys.hpp"

namespace millrace::command {

/// Everything that is wrong with a job, a line each. The first code stands for all.
class problem_list {
public:
  void add(error_code code, std::string_view place, std::string_view key, std::string_view message);
  [[nodiscard]] bool empty() const noexcept { return lines_.empty(); }
  [[nodiscard]] error as_error() const;

private:
  std::vector<std::string> lines_;
  error_code first_ = error_code::internal;
};

/// One section, or none if it is not in the file: then every setting has its default. Names must be in the table of
/// keys. A setting that is wrong is added to the problems and reads as absent. Confined to its thread.
class settings_reader {
public:
  settings_reader(const job_document& document, const section* given, std::string_view name, problem_list& problems)
      : file_(document.file), given_(given), name_(name), problems_(problems) {}

  /// The value, or the default of the table, or nothing.
  [[nodiscard]] std::optional<std::string> text(std::string_view key);
  [[nodiscard]] std::optional<duration> length(std::string_view key);
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key, std::int64_t least, std::int64_t greatest);
  [[nodiscard]] std::optional<bool> boolean(std::string_view key);
  [[nodiscard]] std::vector<std::string> texts(std::string_view key);
  [[nodiscard]] std::optional<json_value> scalar(std::string_view key);

  /// A duration within [least, greatest].
  [[nodiscard]] std::optional<duration> length(std::string_view key, duration least, duration greatest);

  /// The text turned into a `T` by `parse`, whose error becomes a problem.
  template <class T, class Parse>
  [[nodiscard]] std::optional<T> parsed(std::string_view key, Parse parse) {
    const auto written = text(key);
    if (!written) return std::nullopt;
    result<T> value = parse(*written);
    if (value) return std::move(value).value();
    add_problem(key, value.error().code, value.error().message);
    return std::nullopt;
  }

  /// Whether the file, or --set, has this setting.
  [[nodiscard]] bool has(std::string_view key) const noexcept { return given_ != nullptr && given_->find(key); }

  /// Adds a problem at the place of the setting, or of the section when it is absent.
  void add_problem(std::string_view key, error_code code, std::string_view message);
  /// Adds a problem if the setting is absent: "is missing; " and what it is for.
  void require(std::string_view key);
  /// Adds a problem if the setting is there with another value than its default: it has no meaning `here`.
  void refuse_unused(std::string_view key, std::string_view here);

private:
  [[nodiscard]] setting_value find(std::string_view key);
  [[nodiscard]] std::string place_of(std::string_view key) const;
  void wrong_type(std::string_view key, std::string_view needed);

  const std::string& file_;
  const section* given_;
  std::string_view name_;
  problem_list& problems_;
};

/// The value that a default of the table stands for; null when it is empty.
[[nodiscard]] setting_value value_of_default(const job_key& key);

/// Whether a setting only repeats the default of its key.
[[nodiscard]] bool repeats_default(const setting& given, const job_key& key);

/// Adds a problem for every section and key that is not in the table, and for every setting of what is not there yet.
void check_names(const job_document& document, problem_list& problems);

/// The entry of `accepted` that `given` was probably meant to be, or nothing.
[[nodiscard]] std::optional<std::string_view> did_you_mean(std::string_view given,
                                                           const std::vector<std::string_view>& accepted);

}  // namespace millrace::command
