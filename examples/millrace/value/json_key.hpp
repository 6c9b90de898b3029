// The key of a job: the values of its key fields, in the order of the job file.
#pragma once

#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <millrace/core/key/key_hash.hpp>

#include "value/json_value.hpp"

namespace millrace::command {

/// Ordered field by field. Empty when the job has no key: one group for all.
struct json_key {
  absl::InlinedVector<json_value, 1> fields;

  friend bool operator==(const json_key& left, const json_key& right) noexcept { return left.fields == right.fields; }
  friend std::strong_ordering operator<=>(const json_key& left, const json_key& right) noexcept {
    return std::lexicographical_compare_three_way(left.fields.begin(), left.fields.end(), right.fields.begin(),
                                                  right.fields.end());
  }

  /// Depends on the types and values of the fields alone.
  [[nodiscard]] std::uint64_t hash() const noexcept {
    std::uint64_t hash = fields.size();
    for (const auto& field : fields) hash = mix_word(hash ^ field.hash());
    return hash;
  }

  /// absl's hash tables; salted, so never for key groups.
  template <class State>
  friend State AbslHashValue(State state, const json_key& key) {
    return State::combine(std::move(state), key.hash());
  }
};

}  // namespace millrace::command

/// Decides the key group.
template <>
struct millrace::key_hasher<millrace::command::json_key> {
  static std::uint64_t of(const command::json_key& key) noexcept { return key.hash(); }
};
