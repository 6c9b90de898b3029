// The dictionary of an operator: which row of its columns belongs to which key.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/row_column.hpp>
#include <millrace/core/operator/row_table.hpp>
#include <millrace/core/operator/slice_grid.hpp>
#include <millrace/core/operator/sliced_changes.hpp>
#include <new>
#include <utility>
#include <vector>

namespace millrace::detail {

/// Confined to its operator. A row is in use while slices hold values for it. A row that no slice uses rests: it still
/// stands for its key, which mostly comes back, and once three generations have gone by it is given to the next new
/// key. So there are at most as many rows as keys were in use over four generations. Records never move.
template <stream_key Key>
class alignas(apart_in_cache) key_rows {
public:
  /// The row of the key, or `no_row`.
  [[nodiscard]] row_index find(const Key& key, std::uint64_t hash) const {
    return table_.find(hash, [&](row_index row) { return is(row, key); });
  }

  /// The row of the key; a new one is not in use.
  [[nodiscard, gnu::always_inline]] row_index find_or_create(const Key& key, std::uint64_t hash) {
    const row_index found = find(key, hash);
    return found != no_row ? found : create(key, hash);
  }

  /// Looking up many keys at once hides the time that memory takes: `prefetch` for all, then `likely` for all, then
  /// `is`, and `find_or_create` where that is false.
  void prefetch(std::uint64_t hash) const noexcept { table_.prefetch(hash); }
  [[nodiscard]] row_index likely(std::uint64_t hash) const noexcept {
    const row_index row = table_.likely(hash);
    if (row != no_row) {
      __builtin_prefetch(&key_of(row));
      __builtin_prefetch(&record_of(row), 1);
    }
    return row;
  }
  [[nodiscard]] bool is(row_index row, const Key& key) const { return key_of(row) == key; }

  [[nodiscard]] const Key& key_of(row_index row) const noexcept { return blocks_[row / rows]->key(row % rows); }

  /// The newest slice that ever used the row for its key; `before_all` for a new one.
  [[nodiscard]] grid_index& newest_slice(row_index row) noexcept { return record_of(row).newest; }

  /// One more slice uses the row, or one less.
  void use(row_index row) noexcept { ++record_of(row).uses; }
  void release(row_index row) {
    if (--record_of(row).uses == 0) put_to_rest(row);
  }

  void begin_generation() noexcept { ++generation_; }

  /// Hands over the rows that were given to keys since the last freeze.
  [[nodiscard]] std::vector<assigned_row<Key>> freeze() {
    std::vector<assigned_row<Key>> all;
    all.reserve(assigned_.size());
    for (const row_index row : assigned_) all.push_back({row, record_of(row).hash, key_of(row)});
    mark_clean();
    return all;
  }
  /// Takes the rows as handed over.
  void mark_clean() noexcept {
    for (const row_index row : assigned_) record_of(row).is_assigned = false;
    assigned_.clear();
  }

  /// Gives rows to keys as another dictionary did, none of which is in use. Afterwards whoever uses rows says so, and
  /// `rest` puts those to rest that are not in use.
  void restore(const std::vector<assigned_row<Key>>& all) {
    for (const assigned_row<Key>& each : all) {
      if (each.row == size_) {
        add_row();
      } else {
        forget(each.row);
      }
      assign(each.row, each.key, each.hash);
    }
  }
  void rest(const std::vector<assigned_row<Key>>& all) {
    for (const assigned_row<Key>& each : all) {
      if (record_of(each.row).uses == 0) put_to_rest(each.row);
    }
  }

  /// Rows that exist, in use or not.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
  static constexpr std::size_t rows = 4096;  // of a block
  static constexpr std::uint64_t generations_of_rest = 3;

  struct record {
    std::uint64_t hash = 0;
    grid_index newest = before_all;
    std::uint32_t uses = 0;
    bool rests = false;        // is in resting_, though it may be in use again
    bool is_assigned = false;  // is in assigned_
  };
  struct resting {
    row_index row;
    std::uint64_t since;
  };

  /// Keys lie by themselves, since every look-up reads one.
  struct row_block {
    std::array<record, rows> records{};
    alignas(Key) std::array<std::byte, rows * sizeof(Key)> keys;
    std::size_t made = 0;

    row_block() {}  // NOLINT: leaves keys as they are
    row_block(const row_block&) = delete;
    row_block& operator=(const row_block&) = delete;
    ~row_block() {
      for (std::size_t at = 0; at < made; ++at) std::destroy_at(&key(at));
    }
    [[nodiscard]] Key& key(std::size_t at) noexcept {
      return *std::launder(reinterpret_cast<Key*>(keys.data() + at * sizeof(Key)));
    }
    void set_key(std::size_t at, const Key& to) {
      Key copy(to);
      if (at < made) std::destroy_at(&key(at));
      ::new (static_cast<void*>(keys.data() + at * sizeof(Key))) Key(std::move(copy));
      made = std::max(made, at + 1);
    }
  };

  [[nodiscard]] record& record_of(row_index row) const noexcept { return blocks_[row / rows]->records[row % rows]; }

  [[gnu::noinline]] row_index create(const Key& key, std::uint64_t hash) {
    row_index row = rested();
    if (row != no_row) {
      forget(row);
    } else {
      row = add_row();
    }
    assign(row, key, hash);
    record& of = record_of(row);
    if (!of.is_assigned) assigned_.push_back(row);
    of.is_assigned = true;
    return row;
  }

  row_index add_row() {
    if (size_ % rows == 0) blocks_.push_back(std::unique_ptr<row_block>(new row_block));
    return static_cast<row_index>(size_++);
  }
  void forget(row_index row) { table_.erase(record_of(row).hash, row, hash_of_rows()); }
  void assign(row_index row, const Key& key, std::uint64_t hash) {
    record& of = record_of(row);
    blocks_[row / rows]->set_key(row % rows, key);
    of.hash = hash;
    of.newest = before_all;
    table_.insert(hash, row, hash_of_rows());
  }
  [[nodiscard]] auto hash_of_rows() const noexcept {
    return [this](row_index row) { return record_of(row).hash; };
  }

  void put_to_rest(row_index row) {
    record& of = record_of(row);
    if (of.rests) return;
    of.rests = true;
    resting_.push_back({row, generation_});
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
  std::vector<std::unique_ptr<row_block>> blocks_;
  std::size_t size_ = 0;
  std::deque<resting> resting_;
  std::vector<row_index> assigned_;  // since the last freeze
  std::uint64_t generation_ = 0;
};

}  // namespace millrace::detail
