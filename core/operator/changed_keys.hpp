// The keys of the values that a change set of the operator over slices holds: rows may be given to other keys later.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <millrace/core/operator/column_chunk.hpp>
#include <millrace/core/operator/row_column.hpp>
#include <vector>

namespace millrace::detail {

/// A copy of the key of each row that has a changed value in any of the chunks added, once for all of them.
template <class Key>
class changed_keys {
public:
  template <class Value>
  void add(const std::vector<frozen_chunk<Value>>& chunks) {
    for (const frozen_chunk<Value>& each : chunks) {
      part& of = parts_[each.index];
      for (std::size_t word = 0; word < of.rows.size(); ++word) of.rows[word] |= each.values->changed_word(word);
    }
  }

  /// Copies the keys: `key_of(row)` gives one. After all chunks were added.
  template <class KeyOf>
  void copy(KeyOf&& key_of) {
    for (auto& [index, of] : parts_) {
      std::size_t count = 0;
      for (const std::uint64_t word : of.rows) count += static_cast<std::size_t>(std::popcount(word));
      of.keys.reserve(count);
      for (std::size_t word = 0; word < of.rows.size(); ++word) {
        for (std::uint64_t left = of.rows[word]; left != 0; left &= left - 1) {
          const std::size_t at = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
          of.keys.push_back(key_of(static_cast<row_index>(index * chunk_rows + at)));
        }
      }
    }
  }

  /// Calls `visit(key, value, at)` for each changed value of a chunk that was added, by row.
  template <class Value, class Visit>
  void for_each(const frozen_chunk<Value>& chunk, Visit&& visit) const {
    const part& of = parts_.find(chunk.index)->second;
    std::size_t before = 0;
    for (std::size_t word = 0; word < of.rows.size(); ++word) {
      const std::uint64_t rows = of.rows[word];
      for (std::uint64_t left = chunk.values->changed_word(word); left != 0; left &= left - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(left));
        const auto below = static_cast<std::size_t>(std::popcount(rows & ((std::uint64_t{1} << bit) - 1)));
        const std::size_t at = word * 64 + bit;
        visit(of.keys[before + below], chunk.values->value(at), at);
      }
      before += static_cast<std::size_t>(std::popcount(rows));
    }
  }

private:
  struct part {
    std::array<std::uint64_t, chunk_words> rows{};
    std::vector<Key> keys;  // of those rows, ascending
  };

  std::map<std::size_t, part> parts_;
};

}  // namespace millrace::detail
