// A hash table of rows that never rehashes as a whole: parts of bounded size that split (Fagin et al., "Extendible
// Hashing", 1979).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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
  row_table() : directory_{add_part(least_buckets, 0)} {}

  /// The row of this hash for which `is(row)` holds, or `no_row`.
  template <class Is>
  [[nodiscard]] row_index find(std::uint64_t hash, Is&& is) const {
    const part& in = part_of(hash);
    for (std::size_t at = hash & in.mask;; at = (at + 1) & in.mask) {
      const bucket& looked_at = in.buckets[at];
      for (unsigned found = looked_at.with(check_of(hash)); found != 0; found &= found - 1) {
        const row_index row = looked_at.rows[static_cast<std::size_t>(std::countr_zero(found))];
        if (is(row)) return row;
      }
      if (!looked_at.is_full()) return no_row;
    }
  }

  /// A row that is very likely the one of this hash, if there is one; no key is looked at.
  [[nodiscard]] row_index likely(std::uint64_t hash) const noexcept {
    return find(hash, [](row_index) { return true; });
  }
  void prefetch(std::uint64_t hash) const noexcept {
    const part& in = part_of(hash);
    __builtin_prefetch(&in.buckets[hash & in.mask]);
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
    while (in.buckets[hole].slot_of(row) == bucket::slots) hole = (hole + 1) & in.mask;
    std::size_t slot = in.buckets[hole].slot_of(row);
    // A look-up stops at a bucket with a free slot: what went past this one must come back.
    bool goes_on = in.buckets[hole].is_full();
    for (std::size_t at = (hole + 1) & in.mask; goes_on; at = (at + 1) & in.mask) {
      bucket& beyond = in.buckets[at];
      goes_on = beyond.is_full();
      for (std::size_t other = 0; other < bucket::slots; ++other) {
        if (beyond.checks[other] == 0) continue;
        const std::size_t home = hash_of(beyond.rows[other]) & in.mask;
        if (((at - home) & in.mask) < ((at - hole) & in.mask)) continue;
        in.buckets[hole].checks[slot] = beyond.checks[other];
        in.buckets[hole].rows[slot] = beyond.rows[other];
        hole = at;
        slot = other;
        break;
      }
    }
    in.buckets[hole].checks[slot] = 0;
    in.buckets[hole].rows[slot] = no_row;
    --in.size;
    --size_;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The slots of the greatest part: how much one step may move.
  [[nodiscard]] std::size_t greatest_part() const noexcept {
    std::size_t most = 0;
    for (const auto& each : parts_) most = std::max(most, each->buckets.size() * bucket::slots);
    return most;
  }

private:
  static constexpr std::size_t least_buckets = 4;
  static constexpr std::size_t most_buckets = 256;
  static constexpr unsigned directory_shift = 12;
  static constexpr unsigned most_depth = 20;  // behind it equal hashes, which no split parts, only make a part grow

  /// One cache line: all of its slots are compared at once, so that a look-up has no branch that cannot be foretold.
  struct alignas(64) bucket {
    static constexpr std::size_t slots = 8;

    std::array<std::uint32_t, slots> checks{};  // 0: free
    std::array<row_index, slots> rows;

    bucket() noexcept { rows.fill(no_row); }
    /// The slots with this check, as bits.
    [[nodiscard]] unsigned with(std::uint32_t check) const noexcept {
#if defined(__SSE__)
      using four = std::uint32_t __attribute__((vector_size(16)));
      using four_floats = float __attribute__((vector_size(16)));
      const auto* const held = reinterpret_cast<const four*>(checks.data());
      const auto bits = [&](const four& of) {
        return static_cast<unsigned>(__builtin_ia32_movmskps(reinterpret_cast<four_floats>(of == check)));
      };
      return bits(held[0]) | bits(held[1]) << 4U;
#else
      unsigned found = 0;
      for (std::size_t slot = 0; slot < slots; ++slot) {
        found |= static_cast<unsigned>(checks[slot] == check) << slot;
      }
      return found;
#endif
    }
    [[nodiscard]] bool is_full() const noexcept {
      return with(0) == 0;
    }
    [[nodiscard]] std::size_t slot_of(row_index row) const noexcept {
      std::size_t slot = 0;
      while (slot < slots && rows[slot] != row) ++slot;
      return slot;
    }
  };
  struct part {
    std::vector<bucket> buckets;
    std::size_t mask;
    std::size_t size = 0;
    unsigned depth;
  };

  static std::uint32_t check_of(std::uint64_t hash) noexcept {
    return static_cast<std::uint32_t>(hash >> 24U) | 1U;
  }
  /// At five eighths few buckets overflow.
  static bool is_full(const part& of) noexcept {
    return of.size + 1 > of.buckets.size() * 5;
  }
  static void put(part& into, std::uint64_t hash, row_index row) noexcept {
    std::size_t at = hash & into.mask;
    while (into.buckets[at].is_full()) at = (at + 1) & into.mask;
    bucket& taken = into.buckets[at];
    const auto slot = static_cast<std::size_t>(std::countr_zero(taken.with(0)));
    taken.checks[slot] = check_of(hash);
    taken.rows[slot] = row;
    ++into.size;
  }

  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const noexcept {
    return (hash >> directory_shift) & (directory_.size() - 1);
  }
  [[nodiscard]] part& part_of(std::uint64_t hash) const noexcept {
    return *directory_[place_of(hash)];
  }

  part* add_part(std::size_t buckets, unsigned depth) {
    parts_.push_back(std::make_unique<part>(part{std::vector<bucket>(buckets), buckets - 1, 0, depth}));
    return parts_.back().get();
  }

  template <class HashOf>
  void make_room(std::uint64_t hash, HashOf&& hash_of) {
    part& full = part_of(hash);
    const bool grows = full.buckets.size() < most_buckets || full.depth == most_depth;
    std::vector<bucket> moved(grows ? 2 * full.buckets.size() : full.buckets.size());
    moved.swap(full.buckets);
    full.mask = full.buckets.size() - 1;
    full.size = 0;
    if (!grows) split(full, hash);
    for (const bucket& each : moved) {
      for (const row_index row : each.rows) {
        if (row == no_row) continue;
        const std::uint64_t its_hash = hash_of(row);
        put(grows ? full : part_of(its_hash), its_hash, row);
      }
    }
  }

  /// Gives every second directory entry of a part, which lies at `hash` and is empty, to a new one.
  void split(part& parted, std::uint64_t hash) {
    if (std::size_t{1} << parted.depth == directory_.size()) {
      directory_.reserve(2 * directory_.size());
      directory_.insert(directory_.end(), directory_.begin(), directory_.end());
    }
    const std::size_t bit = std::size_t{1} << parted.depth++;
    part* const other = add_part(parted.buckets.size(), parted.depth);
    for (std::size_t at = (place_of(hash) & (bit - 1)) | bit; at < directory_.size(); at += 2 * bit) {
      directory_[at] = other;
    }
  }

  std::vector<std::unique_ptr<part>> parts_;
  std::vector<part*> directory_;
  std::size_t size_ = 0;
};

}  // namespace millrace::detail
