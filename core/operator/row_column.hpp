// A column: one value for each of some rows, in chunks, so that no growth moves a value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <millrace/core/operator/column_chunk.hpp>
#include <utility>
#include <vector>

namespace millrace::detail {

/// A chunk of a column as a change set holds it: that of the rows from `index * 256` on.
template <class Value>
struct frozen_chunk {
  std::size_t index;
  shared_chunk<Value> values;
};

/// Confined to its operator. Knows which values were changed since the last freeze. A chunk is taken with its first
/// value and given back by `clear`. It is open until `freeze` hands it over; what is to be written after that is opened
/// again by `open`, which copies the chunk if somebody else still holds it. A column that is never frozen has open
/// chunks only, and its values never move.
template <class Value>
class row_column {
public:
  using chunk = column_chunk<Value>;

  explicit row_column(chunk_pool<Value>& pool) noexcept : pool_(&pool) {}
  row_column(const row_column&) = delete;
  row_column& operator=(const row_column&) = delete;
  ~row_column() { clear(); }

  /// The number of values.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// The value of the row, or nullptr.
  [[nodiscard]] const Value* find(row_index row) const noexcept {
    const std::size_t index = row / chunk::rows;
    const chunk* const in = index < chunks_.size() ? chunks_[index].get() : nullptr;
    return in != nullptr && in->has(row % chunk::rows) ? &in->value(row % chunk::rows) : nullptr;
  }

  /// The value of the row, to be written, as a change; nullptr when there is none or its chunk is not open.
  [[nodiscard]] __attribute__((always_inline)) Value* find_open(row_index row) noexcept {
    chunk* const in = open_chunk_of(row);
    return in != nullptr ? in->find_to_write(row % chunk::rows) : nullptr;
  }

  /// Whether the row's chunk is there and open.
  [[nodiscard]] bool is_open(row_index row) const noexcept {
    const std::size_t index = row / chunk::rows;
    return index < open_.size() && open_[index] != nullptr;
  }

  /// Makes sure that what there is of the chunk of a row is open. `copy(value)` gives a copy. What it throws changes
  /// nothing.
  template <class Copy>
  void open(row_index row, Copy&& copy) {
    const std::size_t index = row / chunk::rows;
    if (index >= chunks_.size() || chunks_[index] == nullptr || open_[index] != nullptr) return;
    if (chunks_[index]->use_count() > 1) chunks_[index] = copy_of(*chunks_[index], copy);
    chunk* const opened = const_cast<chunk*>(chunks_[index].get());  // nobody else holds it
    opened->forget_changes();
    set_open(index, opened);
  }

  /// The value of the row, which is `make()` when there was none. Requires that the row's chunk is open, if there is
  /// one.
  template <class Make>
  Value& find_or_create(row_index row, Make&& make) {
    Value* const found = find_open(row);
    return found != nullptr ? *found : create(row, make);
  }

  /// Requires that the row has no value, and that its chunk is open, if there is one.
  template <class Make>
  Value& create(row_index row, Make&& make) {
    const std::size_t index = row / chunk::rows;
    if (index >= open_.size() || open_[index] == nullptr) add_chunk(index);
    Value& made = open_[index]->create(row % chunk::rows, make);
    ++size_;
    return made;
  }

  /// Requires that the row's chunk is open, if there is one.
  void erase(row_index row) noexcept {
    if (find_open(row) == nullptr) return;
    open_chunk_of(row)->destroy(row % chunk::rows);
    --size_;
  }

  void clear() {
    for (auto& held : chunks_) {
      if (held == nullptr || held->use_count() > 1) continue;
      pool_->give_back(const_cast<chunk*>(held.get()));  // nobody else holds it
    }
    chunks_.clear();
    open_.clear();
    opened_.clear();
    size_ = 0;
  }

  /// Hands over the chunks that are open, ascending, and closes them. Those of their values that changed are marked.
  [[nodiscard]] std::vector<frozen_chunk<Value>> freeze() {
    std::vector<frozen_chunk<Value>> handed_over;
    handed_over.reserve(opened_.size());
    std::sort(opened_.begin(), opened_.end());
    for (const std::size_t index : opened_) {
      handed_over.push_back({index, chunks_[index]});
      open_[index] = nullptr;
    }
    opened_.clear();
    return handed_over;
  }

  /// Holds a frozen chunk in the place of its own, which has no value that the frozen one has not, and is not open.
  /// Calls `added(row)` for each row that had no value.
  template <class Added>
  void restore(const frozen_chunk<Value>& frozen, Added&& added) {
    grow_to(frozen.index);
    const shared_chunk<Value> before = std::exchange(chunks_[frozen.index], frozen.values);
    frozen.values->for_each([&](std::size_t at, const Value&) {
      if (before != nullptr && before->has(at)) return;
      ++size_;
      added(static_cast<row_index>(frozen.index * chunk::rows + at));
    });
  }

  /// Calls `visit(row, value)` for each value, by row.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t index = 0; index < chunks_.size(); ++index) {
      if (chunks_[index] == nullptr) continue;
      chunks_[index]->for_each(
          [&](std::size_t at, const Value& value) { visit(static_cast<row_index>(index * chunk::rows + at), value); });
    }
  }

  /// Which of the rows [64 * index, 64 * index + 64) have a value, as bits; and how many such words there are.
  [[nodiscard]] std::uint64_t word(std::size_t index) const noexcept {
    const std::size_t of = index / chunk::words;
    return of < chunks_.size() && chunks_[of] != nullptr ? chunks_[of]->word(index % chunk::words) : 0;
  }
  [[nodiscard]] std::size_t words() const noexcept { return chunks_.size() * chunk::words; }

  void prefetch(row_index row) noexcept {
    if (chunk* const in = open_chunk_of(row)) in->prefetch(row % chunk::rows);
  }

private:
  [[nodiscard]] chunk* open_chunk_of(row_index row) noexcept {
    const std::size_t index = row / chunk::rows;
    return index < open_.size() ? open_[index] : nullptr;
  }

  void grow_to(std::size_t index) {
    if (index < chunks_.size()) return;
    chunks_.resize(index + 1);
    open_.resize(index + 1);
  }

  void add_chunk(std::size_t index) {
    grow_to(index);
    chunk_pointer<Value> added = pool_->take();
    chunks_[index] = added;
    set_open(index, added.get());
  }

  void set_open(std::size_t index, chunk* opened) {
    opened_.push_back(index);
    open_[index] = opened;
  }

  template <class Copy>
  [[nodiscard]] chunk_pointer<Value> copy_of(const chunk& from, Copy& copy) {
    chunk_pointer<Value> made = pool_->take();
    from.for_each([&](std::size_t at, const Value& value) { made->create(at, [&] { return copy(value); }); });
    return made;
  }

  chunk_pool<Value>* pool_;
  std::vector<shared_chunk<Value>> chunks_;
  std::vector<chunk*> open_;         // the same chunks, where they may be written
  std::vector<std::size_t> opened_;  // the indices of those, in any order
  std::size_t size_ = 0;
};

/// The first row not below `from` that has a value in any of the columns, or `no_row`.
template <class... Values>
[[nodiscard]] row_index next_row(row_index from, const row_column<Values>&... columns) noexcept {
  std::size_t words = 0;
  ((words = words < columns.words() ? columns.words() : words), ...);
  std::uint64_t mask = ~std::uint64_t{0} << (from % 64);
  for (std::size_t word = from / 64; word < words; ++word, mask = ~std::uint64_t{0}) {
    const std::uint64_t used = (columns.word(word) | ...) & mask;
    if (used != 0) return static_cast<row_index>(word * 64 + static_cast<std::size_t>(std::countr_zero(used)));
  }
  return no_row;
}

}  // namespace millrace::detail
