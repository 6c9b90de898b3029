#include "fields.hpp"

namespace conformance {

field field::at(std::string_view name) const {
  simdjson::dom::element member;
  const std::string path = path_.empty() ? std::string(name) : path_ + "." + std::string(name);
  if (!value_.is_object()) throw wrong("is not an object");
  if (value_.at_key(name).get(member) != simdjson::SUCCESS) throw bad_case("field " + path + " is missing");
  return {member, path};
}

bool field::has(std::string_view name) const {
  return value_.at_key(name).error() == simdjson::SUCCESS;
}

std::int64_t field::integer() const {
  std::int64_t number = 0;
  if (value_.get(number) != simdjson::SUCCESS) throw wrong("is not a 64-bit integer");
  return number;
}

std::int64_t field::integer(std::int64_t least, std::int64_t greatest) const {
  const std::int64_t number = integer();
  if (number < least || number > greatest) {
    throw wrong("is " + std::to_string(number) + "; accepted is " + std::to_string(least) + " to " +
                std::to_string(greatest));
  }
  return number;
}

bool field::boolean() const {
  bool truth = false;
  if (value_.get(truth) != simdjson::SUCCESS) throw wrong("is not true or false");
  return truth;
}

std::string field::text() const {
  std::string_view text;
  if (value_.get(text) != simdjson::SUCCESS) throw wrong("is not a string");
  return std::string(text);
}

std::pair<std::string, field> field::only_member() const {
  simdjson::dom::object object;
  if (value_.get(object) != simdjson::SUCCESS || object.size() != 1) throw wrong("is not an object with one member");
  const auto member = *object.begin();
  return {std::string(member.key), field(member.value, path_ + "." + std::string(member.key))};
}

simdjson::dom::array field::list() const {
  simdjson::dom::array list;
  if (value_.get(list) != simdjson::SUCCESS) throw wrong("is not a list");
  return list;
}

}  // namespace conformance
