// A hash table of rows that never rehashes as a whole: parts of bounded size that split (Fagin et al., "Extendible
// Hashing", 1979).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/operator/row_column.hpp>
#include <vector>

namespace millrace::detail {

/// Rows by hash; whoever asks compares keys. Confined to its operator. The longest step is the splitting of one part of
/// 2,048 slots; the directory, which then may double, holds a pointer for about a thousand rows. Uses the bits 0 to 55
/// of a hash: key groups come from the highest ones.
class row_table {
public:
  row_table() : directory_{add_part(least_slots, 0)} {}

  /// The row of this hash for which `is(row)` holds, or `no_row`.
  template <class Is>
  [[nodiscard]] row_index find(std::uint64_t hash, Is&& is) const {
    const part& in = part_of(hash);
    for (std::size_t at = hash & in.mask; in.slots[at].row != no_row; at = (at + 1) & in.mask) {
      if (in.slots[at].check == check_of(hash) && is(in.slots[at].row)) return in.slots[at].row;
    }
    return no_row;
  }

  /// A row that is very likely the one of this hash, if there is one; no key is looked at.
  [[nodiscard]] row_index likely(std::uint64_t hash) const noexcept {
    return find(hash, [](row_index) { return true; });
  }
  void prefetch(std::uint64_t hash) const noexcept {
    const part& in = part_of(hash);
    __builtin_prefetch(&in.slots[hash & in.mask]);
  }

  /// Requires that the row is not in the table. `hash_of(row)` gives the hash of any row that is.
  template <class HashOf>
  void insert(std::uint64_t hash, row_index row, HashOf&& hash_of) {
    while (is_full(part_of(hash))) make_room(hash, hash_of);
    put(part_of(hash), hash, row);
    ++size_;
  }

  /// Requires that the row is in the table.
  template <class HashOf>
  void erase(std::uint64_t hash, row_index row, HashOf&& hash_of) {
    part& in = part_of(hash);
    std::size_t hole = hash & in.mask;
    while (in.slots[hole].row != row) hole = (hole + 1) & in.mask;
    for (std::size_t at = (hole + 1) & in.mask; in.slots[at].row != no_row; at = (at + 1) & in.mask) {
      const std::size_t home = hash_of(in.slots[at].row) & in.mask;
      if (((at - home) & in.mask) < ((at - hole) & in.mask)) continue;
      in.slots[hole] = in.slots[at];
      hole = at;
    }
    in.slots[hole].row = no_row;
    --in.size;
    --size_;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The slots of the greatest part: how much one step may move.
  [[nodiscard]] std::size_t greatest_part() const noexcept {
    std::size_t most = 0;
    for (const auto& each : parts_) most = each->slots.size() > most ? each->slots.size() : most;
    return most;
  }

private:
  static constexpr std::size_t least_slots = 16;
  static constexpr std::size_t most_slots = 2048;
  static constexpr unsigned directory_shift = 12;
  static constexpr unsigned most_depth = 20;  // behind it equal hashes, which no split parts, only make a part grow

  struct slot {
    std::uint32_t check = 0;
    row_index row = no_row;
  };
  struct part {
    std::vector<slot> slots;
    std::size_t mask;
    std::size_t size = 0;
    unsigned depth;
  };

  static std::uint32_t check_of(std::uint64_t hash) noexcept { return static_cast<std::uint32_t>(hash >> 24U); }
  static bool is_full(const part& of) noexcept { return of.size + 1 > of.slots.size() / 4 * 3; }
  static void put(part& into, std::uint64_t hash, row_index row) noexcept {
    std::size_t at = hash & into.mask;
    while (into.slots[at].row != no_row) at = (at + 1) & into.mask;
    into.slots[at] = {check_of(hash), row};
    ++into.size;
  }

  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const noexcept {
    return (hash >> directory_shift) & (directory_.size() - 1);
  }
  [[nodiscard]] part& part_of(std::uint64_t hash) const noexcept { return *directory_[place_of(hash)]; }

  part* add_part(std::size_t slots, unsigned depth) {
    parts_.push_back(std::make_unique<part>(part{std::vector<slot>(slots), slots - 1, 0, depth}));
    return parts_.back().get();
  }

  template <class HashOf>
  void make_room(std::uint64_t hash, HashOf&& hash_of) {
    part& full = part_of(hash);
    const bool grows = full.slots.size() < most_slots || full.depth == most_depth;
    std::vector<slot> moved(grows ? 2 * full.slots.size() : full.slots.size());
    moved.swap(full.slots);
    full.mask = full.slots.size() - 1;
    full.size = 0;
    if (!grows) split(full, hash);
    for (const slot& each : moved) {
      if (each.row == no_row) continue;
      const std::uint64_t its_hash = hash_of(each.row);
      put(grows ? full : part_of(its_hash), its_hash, each.row);
    }
  }

  /// Gives every second directory entry of a part, which lies at `hash` and is empty, to a new one.
  void split(part& parted, std::uint64_t hash) {
    if (std::size_t{1} << parted.depth == directory_.size()) {
      directory_.reserve(2 * directory_.size());
      directory_.insert(directory_.end(), directory_.begin(), directory_.end());
    }
    const std::size_t bit = std::size_t{1} << parted.depth++;
    part* const other = add_part(parted.slots.size(), parted.depth);
    for (std::size_t at = (place_of(hash) & (bit - 1)) | bit; at < directory_.size(); at += 2 * bit) {
      directory_[at] = other;
    }
  }

  std::vector<std::unique_ptr<part>> parts_;
  std::vector<part*> directory_;
  std::size_t size_ = 0;
};

}  // namespace millrace::detail
