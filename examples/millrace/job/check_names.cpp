#include <fmt/format.h>

#include <algorithm>

#include "job/settings_reader.hpp"

namespace millrace::command {
namespace {

std::string joined(const std::vector<std::string_view>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string unknown(std::string_view what, std::string_view given, const std::vector<std::string_view>& accepted) {
  std::string message = fmt::format("unknown {}; accepted: {}", what, joined(accepted));
  if (const auto meant = did_you_mean(given, accepted)) message += fmt::format("; did you mean '{}'?", *meant);
  return message;
}

std::vector<std::string_view> keys_of(std::string_view section) {
  std::vector<std::string_view> names;
  for (const auto& key : job_keys()) {
    if (key.section == section) names.push_back(key.name);
  }
  return names;
}

// What may stand above all sections: a name, and sections by their name.
void check_top(const section& top, problem_list& problems) {
  auto accepted = keys_of("");
  accepted.insert(accepted.end(), job_sections().begin(), job_sections().end());
  for (const auto& one : top.settings) {
    if (find_job_key("", one.name) != nullptr) continue;
    const bool is_section = std::find(accepted.begin(), accepted.end(), one.name) != accepted.end();
    problems.add(error_code::option_unknown, one.place, one.name,
                 is_section ? fmt::format("a section is needed: [{}]", one.name) : unknown("key", one.name, accepted));
  }
}

void check_section(const section& one, problem_list& problems) {
  for (const auto& given : one.settings) {
    const auto* key = find_job_key(one.name, given.name);
    const auto path = path_of(one.name, given.name);
    if (key == nullptr) {
      problems.add(error_code::option_unknown, given.place, path, unknown("key", given.name, keys_of(one.name)));
    } else if (!key->not_yet.empty() && !repeats_default(given, *key)) {
      const auto accepted = key->fallback.empty() ? std::string() : fmt::format("; accepted: {}", key->fallback);
      problems.add(error_code::not_supported_yet, given.place, path,
                   fmt::format("not there yet: {}{}", key->not_yet, accepted));
    }
  }
}

}  // namespace

void check_names(const job_document& document, problem_list& problems) {
  const std::vector<std::string_view> sections(job_sections().begin(), job_sections().end());
  for (const auto& one : document.sections) {
    if (one.name.empty()) {
      check_top(one, problems);
    } else if (std::find(sections.begin(), sections.end(), one.name) == sections.end()) {
      const bool top_key = find_job_key("", one.name) != nullptr;
      problems.add(
          error_code::option_unknown, one.place, fmt::format("[{}]", one.name),
          top_key ? "this is a key above all sections, not a section" : unknown("section", one.name, sections));
    } else if (one.repeated && one.name != "source") {
      problems.add(error_code::option_conflict, one.place, fmt::format("[[{}]]", one.name),
                   fmt::format("only [[source]] may repeat; write [{}]", one.name));
    } else if (one.name != "aggregate") {
      check_section(one, problems);
    }
  }
}

}  // namespace millrace::command
