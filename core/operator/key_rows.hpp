// The dictionary of an operator: which row of its columns belongs to which key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/row_column.hpp>
#include <millrace/core/operator/row_table.hpp>
#include <millrace/core/operator/slice_grid.hpp>
#include <optional>
#include <vector>

namespace millrace::detail {

/// Confined to its operator. A row is in use while slices hold values for it. A row that no slice uses rests: it still
/// stands for its key, which mostly comes back, and once three generations have gone by it is given to the next new
/// key. So there are at most as many rows as keys were in use over four generations. Records never move.
template <stream_key Key>
class key_rows {
public:
  /// The row of the key, or `no_row`.
  [[nodiscard]] row_index find(const Key& key, std::uint64_t hash) const {
    return table_.find(hash, [&](row_index row) { return is(row, key); });
  }

  /// The row of the key; a new one is not in use.
  [[nodiscard]] row_index find_or_create(const Key& key, std::uint64_t hash) {
    const row_index found = find(key, hash);
    return found != no_row ? found : create(key, hash);
  }

  /// Looking up many keys at once hides the time that memory takes: `prefetch` for all, then `likely` for all, then
  /// `is`, and `find_or_create` where that is false.
  void prefetch(std::uint64_t hash) const noexcept { table_.prefetch(hash); }
  [[nodiscard]] row_index likely(std::uint64_t hash) const noexcept {
    const row_index row = table_.likely(hash);
    if (row != no_row) __builtin_prefetch(&record_of(row), 1);
    return row;
  }
  [[nodiscard]] bool is(row_index row, const Key& key) const { return *record_of(row).key == key; }

  [[nodiscard]] const Key& key_of(row_index row) const noexcept { return *record_of(row).key; }

  /// The newest slice that ever used the row for its key; `before_all` for a new one.
  [[nodiscard]] grid_index& newest_slice(row_index row) noexcept { return record_of(row).newest; }

  /// One more slice uses the row, or one less.
  void use(row_index row) noexcept { ++record_of(row).uses; }
  void release(row_index row) {
    record& of = record_of(row);
    if (--of.uses > 0 || of.rests) return;
    of.rests = true;
    resting_.push_back({row, generation_});
  }

  void begin_generation() noexcept { ++generation_; }

  /// Rows that exist, in use or not.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
  static constexpr std::size_t block = 4096;
  static constexpr std::uint64_t generations_of_rest = 3;

  struct record {
    std::optional<Key> key;
    std::uint64_t hash = 0;
    grid_index newest = before_all;
    std::uint32_t uses = 0;
    bool rests = false;  // is in resting_, though it may be in use again
  };
  struct rest {
    row_index row;
    std::uint64_t since;
  };

  [[nodiscard]] record& record_of(row_index row) const noexcept { return blocks_[row / block][row % block]; }

  row_index create(const Key& key, std::uint64_t hash) {
    const auto hash_of = [this](row_index row) { return record_of(row).hash; };
    row_index row = rested();
    if (row != no_row) {
      table_.erase(record_of(row).hash, row, hash_of);
    } else {
      if (size_ % block == 0) blocks_.push_back(std::make_unique<record[]>(block));
      row = static_cast<row_index>(size_++);
    }
    record& of = record_of(row);
    of.key.emplace(key);
    of.hash = hash;
    of.newest = before_all;
    table_.insert(hash, row, hash_of);
    return row;
  }

  /// A row that has rested for long enough, or `no_row`.
  row_index rested() {
    while (!resting_.empty() && resting_.front().since + generations_of_rest <= generation_) {
      const row_index row = resting_.front().row;
      resting_.pop_front();
      record& of = record_of(row);
      of.rests = false;
      if (of.uses == 0) return row;
    }
    return no_row;
  }

  row_table table_;
  std::vector<std::unique_ptr<record[]>> blocks_;
  std::size_t size_ = 0;
  std::deque<rest> resting_;
  std::uint64_t generation_ = 0;
};

}  // namespace millrace::detail
