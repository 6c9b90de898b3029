// Reads fields of JSON objects, and says which one is wrong and how.
#pragma once

#include <simdjson.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "case_file.hpp"

namespace conformance {

/// A JSON value and the way to it ("pipeline.window.size_ms"), so that a message can name it.
/// Points into the parsed document.
class field {
public:
  field(simdjson::dom::element value, std::string path) : value_(value), path_(std::move(path)) {}

  /// The member `name`. Errors: `bad_case` when this is no object or has none.
  [[nodiscard]] field at(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] bool null() const { return value_.is_null(); }

  [[nodiscard]] std::int64_t integer() const;
  /// An integer in [least, greatest].
  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t greatest) const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool is_integer() const { return value_.is_int64(); }
  /// The one member of an object that has one. Errors: `bad_case` otherwise.
  [[nodiscard]] std::pair<std::string, field> only_member() const;

  /// Calls `visit` with each element of a list.
  template <class Visit>
  void each(Visit visit) const {
    std::size_t index = 0;
    for (const auto element : list()) visit(field(element, path_ + "[" + std::to_string(index++) + "]"));
  }

  /// The value that `names` gives to this text. Errors: `bad_case` with the accepted ones.
  template <class Value, std::size_t Count>
  [[nodiscard]] Value one_of(const std::array<std::pair<std::string_view, Value>, Count>& names) const {
    const std::string chosen = text();
    std::string accepted;
    for (const auto& [name, value] : names) {
      if (name == chosen) return value;
      accepted += (accepted.empty() ? "" : ", ") + std::string(name);
    }
    throw wrong("is \"" + chosen + "\"; accepted are " + accepted);
  }

  [[nodiscard]] bad_case wrong(const std::string& how) const { return bad_case("field " + path_ + " " + how); }

private:
  [[nodiscard]] simdjson::dom::array list() const;

  simdjson::dom::element value_;
  std::string path_;
};

}  // namespace conformance
