#include "job/settings_reader.hpp"

#include <fmt/format.h>

#include <charconv>

#include "job/quantity_text.hpp"

namespace millrace::command {

void problem_list::add(error_code code, std::string_view place, std::string_view key, std::string_view message) {
  if (lines_.empty()) first_ = code;
  lines_.push_back(key.empty() ? fmt::format("{}: {}", place, message)
                               : fmt::format("{}: {}: {}", place, key, message));
}

error problem_list::as_error() const {
  std::string message;
  for (const auto& line : lines_) {
    if (!message.empty()) message += '\n';
    message += line;
  }
  return {first_, message};
}

std::string settings_reader::place_of(std::string_view key) const {
  if (given_ == nullptr) return file_;
  const auto* found = given_->find(key);
  return found != nullptr ? found->place : given_->place;
}

void settings_reader::add_problem(std::string_view key, error_code code, std::string_view message) {
  problems_.add(code, place_of(key), path_of(name_, key), message);
}

void settings_reader::wrong_type(std::string_view key, std::string_view needed) {
  add_problem(key, error_code::option_unknown, fmt::format("{} is needed", needed));
}

void settings_reader::require(std::string_view key) {
  if (has(key)) return;
  add_problem(key, error_code::option_missing, fmt::format("is missing; {}", find_job_key(name_, key)->accepted));
}

void settings_reader::refuse_unused(std::string_view key, std::string_view here) {
  if (!has(key)) return;
  if (repeats_default(*given_->find(key), *find_job_key(name_, key))) return;
  add_problem(key, error_code::option_conflict, fmt::format("has no meaning {}", here));
}

setting_value settings_reader::find(std::string_view key) {
  if (has(key)) return given_->find(key)->value;
  return value_of_default(*find_job_key(name_, key));
}

std::optional<json_value> settings_reader::scalar(std::string_view key) {
  const auto value = find(key);
  if (const auto* found = std::get_if<json_value>(&value)) {
    return found->is_null() ? std::nullopt : std::optional(*found);
  }
  wrong_type(key, "text, a number, true or false");
  return std::nullopt;
}

std::optional<std::string> settings_reader::text(std::string_view key) {
  const auto value = find(key);
  if (const auto* found = std::get_if<json_value>(&value)) {
    if (found->is_null()) return std::nullopt;
    if (const auto* written = found->text()) return *written;
  }
  wrong_type(key, "text in quotes");
  return std::nullopt;
}

std::optional<bool> settings_reader::boolean(std::string_view key) {
  const auto value = find(key);
  if (const auto* found = std::get_if<json_value>(&value)) {
    if (const auto* truth = found->boolean()) return *truth;
  }
  wrong_type(key, "true or false");
  return std::nullopt;
}

std::optional<std::int64_t> settings_reader::integer(std::string_view key, std::int64_t least, std::int64_t greatest) {
  const auto value = find(key);
  const auto* found = std::get_if<json_value>(&value);
  if (found != nullptr && found->is_null()) return std::nullopt;
  const auto* number = found != nullptr ? found->integer() : nullptr;
  if (number == nullptr) {
    wrong_type(key, "a whole number");
    return std::nullopt;
  }
  if (*number >= least && *number <= greatest) return *number;
  add_problem(key, error_code::option_out_of_range,
              fmt::format("{} is out of range; accepted: {} to {}", *number, least, greatest));
  return std::nullopt;
}

std::optional<duration> settings_reader::length(std::string_view key) {
  const auto value = find(key);
  if (const auto* found = std::get_if<json_value>(&value); found != nullptr && found->is_null()) return std::nullopt;
  const auto* found = std::get_if<json_value>(&value);
  if (found == nullptr || found->text() == nullptr) {
    wrong_type(key, "a duration in quotes, such as \"500ms\", \"5s\", \"30min\", \"2h\" or \"1d\",");
    return std::nullopt;
  }
  return parsed<duration>(key, parse_duration);
}

std::optional<duration> settings_reader::length(std::string_view key, duration least, duration greatest) {
  const auto found = length(key);
  if (!found || (*found >= least && *found <= greatest)) return found;
  const auto range = greatest == forever ? fmt::format("at least {}", duration_text(least))
                                         : fmt::format("{} to {}", duration_text(least), duration_text(greatest));
  add_problem(key, error_code::option_out_of_range,
              fmt::format("{} is out of range; accepted: {}", duration_text(*found), range));
  return std::nullopt;
}

std::vector<std::string> settings_reader::texts(std::string_view key) {
  const auto value = find(key);
  std::vector<std::string> found;
  const auto* list = std::get_if<std::vector<json_value>>(&value);
  bool all_text = list != nullptr;
  for (std::size_t at = 0; all_text && at < list->size(); ++at) {
    all_text = (*list)[at].text() != nullptr;
    if (all_text) found.push_back(*(*list)[at].text());
  }
  if (all_text) return found;
  wrong_type(key, "a list of texts such as [\"origin\"]");
  return {};
}

setting_value value_of_default(const job_key& key) {
  const auto text = key.fallback;
  if (text.empty()) return json_value();
  if (text == "[]") return std::vector<json_value>();
  if (text.front() == '"') return json_value(text.substr(1, text.size() - 2));
  if (key.type == key_type::boolean) return json_value(text == "true");
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return json_value(number);
}

bool repeats_default(const setting& given, const job_key& key) {
  const auto usual = value_of_default(key);
  const auto* left = std::get_if<json_value>(&given.value);
  const auto* right = std::get_if<json_value>(&usual);
  return left != nullptr && right != nullptr && !right->is_null() && *left == *right;
}

}  // namespace millrace::command
