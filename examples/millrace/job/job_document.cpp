#include "job/job_document.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace millrace::command {
namespace {

json_value scalar_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return json_value(text->get());
  if (const auto* integer = node.as_integer()) return json_value(integer->get());
  if (const auto* real = node.as_floating_point()) return json_value(real->get());
  if (const auto* boolean = node.as_boolean()) return json_value(boolean->get());
  return {};
}

setting_value value_of(const toml::node& node) {
  if (const auto scalar = scalar_of(node); !scalar.is_null()) return scalar;
  if (const auto* array = node.as_array()) {
    std::vector<json_value> values;
    for (const auto& element : *array) values.push_back(scalar_of(element));
    return values;
  }
  return other_value{node.is_table() ? "a table" : "a date or time"};
}

std::string line_of(const std::string& file, const toml::node& node) {
  return fmt::format("{} line {}", file, node.source().begin.line);
}

// Tables are sorted by key; a file has an order.
std::vector<std::pair<std::string, const toml::node*>> in_file_order(const toml::table& table) {
  std::vector<std::pair<std::string, const toml::node*>> entries;
  for (const auto& [key, node] : table) entries.emplace_back(std::string(key.str()), &node);
  std::stable_sort(entries.begin(), entries.end(), [](const auto& left, const auto& right) {
    const auto& first = left.second->source().begin;
    const auto& second = right.second->source().begin;
    return std::pair(first.line, first.column) < std::pair(second.line, second.column);
  });
  return entries;
}

section section_of(const std::string& file, std::string name, const toml::table& table, bool repeated) {
  section made{.name = std::move(name), .repeated = repeated, .settings = {}, .place = line_of(file, table)};
  for (const auto& [key, node] : in_file_order(table)) {
    made.settings.push_back({.name = key, .value = value_of(*node), .place = line_of(file, *node)});
  }
  return made;
}

bool holds_tables(const toml::node& node) {
  const auto* array = node.as_array();
  return array != nullptr && !array->empty() && array->is_homogeneous(toml::node_type::table);
}

setting_value parse_value(std::string_view text) {
  try {
    const toml::table table = toml::parse(fmt::format("value = {}", text));
    auto value = table.size() == 1 ? value_of(*table.get("value")) : setting_value(other_value{});
    if (!std::holds_alternative<other_value>(value)) return value;
  } catch (const toml::parse_error&) {
    // Not TOML: `1h` is meant as text.
  }
  return json_value(text);
}

void set(section& into, setting given) {
  const auto found =
      std::find_if(into.settings.begin(), into.settings.end(), [&](const auto& s) { return s.name == given.name; });
  if (found == into.settings.end()) {
    into.settings.push_back(std::move(given));
  } else {
    *found = std::move(given);
  }
}

// Takes "N." off the front of a path.
std::optional<std::size_t> take_index(std::string_view& path) {
  std::size_t index = 0;
  const auto [end, code] = std::from_chars(path.data(), path.data() + path.size(), index);
  const auto length = static_cast<std::size_t>(end - path.data());
  if (code != std::errc{} || length >= path.size() || path[length] != '.') return std::nullopt;
  path.remove_prefix(length + 1);
  return index;
}

}  // namespace

const setting* section::find(std::string_view key) const noexcept {
  const auto found = std::find_if(settings.begin(), settings.end(), [&](const auto& s) { return s.name == key; });
  return found == settings.end() ? nullptr : &*found;
}

std::vector<const section*> job_document::named(std::string_view name) const {
  std::vector<const section*> found;
  for (const auto& one : sections) {
    if (one.name == name) found.push_back(&one);
  }
  return found;
}

result<job_document> parse_job_document(std::string_view text, std::string file) {
  try {
    const toml::table table = toml::parse(text, file);
    job_document document{.file = file, .sections = {{.name = {}, .repeated = false, .settings = {}, .place = file}}};
    for (const auto& [key, node] : in_file_order(table)) {
      if (const auto* inner = node->as_table()) {
        document.sections.push_back(section_of(file, key, *inner, false));
      } else if (holds_tables(*node)) {
        for (const auto& element : *node->as_array()) {
          document.sections.push_back(section_of(file, key, *element.as_table(), true));
        }
      } else {
        document.sections.front().settings.push_back(
            {.name = key, .value = value_of(*node), .place = line_of(file, *node)});
      }
    }
    return document;
  } catch (const toml::parse_error& wrong) {
    return error{error_code::option_unknown,
                 fmt::format("{} line {}: not valid TOML: {}", file, wrong.source().begin.line, wrong.description())};
  }
}

result<void> apply_setting(job_document& document, std::string_view assignment) {
  const auto refuse = [&](std::string_view why) {
    return error{error_code::option_unknown, fmt::format("--set {}: {}", assignment, why)};
  };
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos) return refuse("PATH=VALUE is needed, such as window.size=1h");
  auto path = assignment.substr(0, equals);
  const auto dot = path.find('.');
  const auto name = dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
  if (dot != std::string_view::npos) path.remove_prefix(dot + 1);
  const auto index = name == "source" ? take_index(path) : std::nullopt;
  if (path.empty() || (dot != std::string_view::npos && name.empty())) return refuse("a part of the path is empty");

  const setting given{.name = std::string(path),
                      .value = parse_value(assignment.substr(equals + 1)),
                      .place = fmt::format("--set {}", assignment)};
  std::size_t at = 0;
  bool applied = false;
  for (auto& one : document.sections) {
    if (one.name != name || (index && at++ != *index)) continue;
    set(one, given);
    applied = true;
  }
  if (applied) return boost::outcome_v2::success();
  if (index) return refuse(fmt::format("there are {} sources, counted from 0", document.named("source").size()));
  document.sections.push_back(
      {.name = std::string(name), .repeated = false, .settings = {given}, .place = given.place});
  return boost::outcome_v2::success();
}

}  // namespace millrace::command
