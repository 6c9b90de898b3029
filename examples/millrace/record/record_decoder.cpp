#include "record/record_decoder.hpp"

#include <fmt/format.h>
#include <simdjson.h>

namespace millrace::command {
namespace {

namespace dom = simdjson::dom;

static_assert(simdjson::SIMDJSON_PADDING <= record_decoder::readable_after_line);

error malformed(std::string message) {
  return {error_code::record_malformed, std::move(message)};
}

error in_field(std::string_view field, const error& reason) {
  return {reason.code, fmt::format("field '{}': {}", field, reason.message)};
}

// Null when there is no such field.
std::optional<dom::element> find(const dom::object& object, std::string_view field) {
  dom::element found;
  if (object.at_key(field).get(found) != simdjson::SUCCESS || found.is_null()) return std::nullopt;
  return found;
}

result<json_value> scalar(const dom::element& element) {
  switch (element.type()) {
    case dom::element_type::INT64: return json_value(std::int64_t{element.get_int64().value_unsafe()});
    case dom::element_type::DOUBLE: return json_value(element.get_double().value_unsafe());
    case dom::element_type::STRING: return json_value(std::string_view(element.get_string().value_unsafe()));
    case dom::element_type::BOOL: return json_value(bool{element.get_bool().value_unsafe()});
    case dom::element_type::NULL_VALUE: return json_value();
    case dom::element_type::UINT64:
      return malformed(fmt::format("{} is above 9223372036854775807, the greatest integer that is accepted",
                                   element.get_uint64().value_unsafe()));
    case dom::element_type::ARRAY: return malformed("an array is not accepted here; a number, text, true or false is");
    case dom::element_type::OBJECT:
      return malformed("an object is not accepted here; a number, text, true or false is");
  }
  return malformed("unknown type");
}

// A missing or null field is null.
result<json_value> value_of(const dom::object& object, std::string_view field) {
  const auto found = find(object, field);
  if (!found) return json_value();
  auto value = scalar(*found);
  if (value.has_error()) return in_field(field, value.error());
  return value;
}

result<event_time> time_of(const dom::object& object, std::string_view field, const time_format& format) {
  const auto found = find(object, field);
  if (!found) return malformed(fmt::format("field '{}' is missing or null; {} is needed", field, format.expected()));
  const auto read = [&]() -> result<event_time> {
    switch (found->type()) {
      case dom::element_type::INT64: return format.read(std::int64_t{found->get_int64().value_unsafe()});
      case dom::element_type::DOUBLE: return format.read(found->get_double().value_unsafe());
      case dom::element_type::STRING: return format.read(std::string_view(found->get_string().value_unsafe()));
      default: return malformed(fmt::format("{} is not {}", simdjson::to_string(*found), format.expected()));
    }
  }();
  if (read.has_error()) return in_field(field, read.error());
  return read;
}

}  // namespace

result<void> record_decoder::decode(std::string_view line, record& into) const {
  thread_local dom::parser parser;
  dom::element root;
  const simdjson::error_code code = parser.parse(line.data(), line.size(), false).get(root);
  if (code == simdjson::EMPTY) return malformed("the line is empty; a JSON object is needed");
  if (code != simdjson::SUCCESS) {
    return malformed(fmt::format("not valid JSON: {}", simdjson::error_message(code)));
  }
  dom::object object;
  if (root.get_object().get(object) != simdjson::SUCCESS) {
    return malformed("the line is JSON, but not an object such as {\"field\": 1}");
  }

  const auto time = time_of(object, layout_.time_field, layout_.format);
  if (time.has_error()) return time.error();
  into.time = time.value();

  into.kept = true;
  into.key.fields.clear();
  into.values.fields.clear();
  into.values.line.clear();
  if (layout_.condition) {
    const auto found = find(object, layout_.condition->field);
    const bool compound = found && (found->is_array() || found->is_object());
    auto value = compound ? json_value() : value_of(object, layout_.condition->field);
    if (value.has_error()) return value.error();
    into.kept = layout_.condition->holds(value.value());
    if (!into.kept) return boost::outcome_v2::success();
  }
  for (const auto& field : layout_.key_fields) {
    auto value = value_of(object, field);
    if (value.has_error()) return value.error();
    into.key.fields.push_back(std::move(value).value());
  }
  for (const auto& field : layout_.fields) {
    auto value = value_of(object, field.name);
    if (value.has_error()) return value.error();
    if (field.number_only && !value.value().is_null() && !value.value().is_number()) {
      return malformed(fmt::format("field '{}': a sum or mean needs a number", field.name));
    }
    into.values.fields.push_back(std::move(value).value());
  }
  if (layout_.keep_line) into.values.line = line;
  return boost::outcome_v2::success();
}

}  // namespace millrace::command
