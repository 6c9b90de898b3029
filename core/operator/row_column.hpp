// A column: one value for each of some rows, in chunks, so that no growth moves a value.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace millrace::detail {

/// The row of a key in every column of an operator.
using row_index = std::uint32_t;
inline constexpr row_index no_row = std::numeric_limits<row_index>::max();

/// Values of 256 rows, and which of them there are.
template <class Value>
class column_chunk {
public:
  static constexpr std::size_t rows = 256;
  static constexpr std::size_t words = rows / 64;

  column_chunk() = default;
  column_chunk(const column_chunk&) = delete;
  column_chunk& operator=(const column_chunk&) = delete;
  ~column_chunk() { clear(); }

  [[nodiscard]] bool has(std::size_t at) const noexcept { return ((used_[at / 64] >> (at % 64)) & 1U) != 0; }
  [[nodiscard]] std::uint64_t word(std::size_t index) const noexcept { return used_[index]; }
  [[nodiscard]] Value& value(std::size_t at) noexcept {
    return *std::launder(reinterpret_cast<Value*>(storage_.data() + at * sizeof(Value)));
  }

  /// `make()` gives the value. Requires that there is none.
  template <class Make>
  Value& create(std::size_t at, Make&& make) {
    Value* const made = ::new (static_cast<void*>(storage_.data() + at * sizeof(Value))) Value(make());
    used_[at / 64] |= std::uint64_t{1} << (at % 64);
    return *made;
  }
  void destroy(std::size_t at) noexcept {
    value(at).~Value();
    used_[at / 64] &= ~(std::uint64_t{1} << (at % 64));
  }
  void clear() noexcept {
    if constexpr (!std::is_trivially_destructible_v<Value>) {
      for (std::size_t word = 0; word < words; ++word) {
        while (used_[word] != 0) destroy(word * 64 + static_cast<std::size_t>(std::countr_zero(used_[word])));
      }
    }
    used_ = {};
  }
  /// Asks the memory of one row ahead of its use.
  void prefetch(std::size_t at) noexcept {
    __builtin_prefetch(&used_[at / 64]);
    __builtin_prefetch(storage_.data() + at * sizeof(Value), 1);
  }

private:
  std::array<std::uint64_t, words> used_{};
  alignas(Value) std::array<std::byte, rows * sizeof(Value)> storage_;
};

/// Empty chunks for the columns of one operator. Gives memory back only with itself. Outlives its columns.
template <class Value>
class chunk_pool {
public:
  using chunk = column_chunk<Value>;

  [[nodiscard]] std::unique_ptr<chunk> take() {
    if (free_.empty()) return std::unique_ptr<chunk>(new chunk);  // make_unique would zero the values
    std::unique_ptr<chunk> taken = std::move(free_.back());
    free_.pop_back();
    return taken;
  }
  void give_back(std::unique_ptr<chunk> used) {
    used->clear();
    free_.push_back(std::move(used));
  }

private:
  std::vector<std::unique_ptr<chunk>> free_;
};

/// Confined to its operator. Values never move. A chunk is taken with its first value and given back by `clear`.
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
  [[nodiscard]] __attribute__((always_inline)) Value* find(row_index row) noexcept {
    chunk* const in = chunk_of(row);
    return in != nullptr && in->has(row % chunk::rows) ? &in->value(row % chunk::rows) : nullptr;
  }

  /// The value of the row, which is `make()` when there was none.
  template <class Make>
  Value& find_or_create(row_index row, Make&& make) {
    Value* const found = find(row);
    return found != nullptr ? *found : create(row, make);
  }

  /// Requires that the row has no value.
  template <class Make>
  Value& create(row_index row, Make&& make) {
    const std::size_t index = row / chunk::rows;
    if (index >= chunks_.size()) chunks_.resize(index + 1);
    if (chunks_[index] == nullptr) chunks_[index] = pool_->take();
    Value& made = chunks_[index]->create(row % chunk::rows, make);
    ++size_;
    return made;
  }

  void erase(row_index row) noexcept {
    if (find(row) == nullptr) return;
    chunk_of(row)->destroy(row % chunk::rows);
    --size_;
  }

  void clear() {
    for (auto& held : chunks_) {
      if (held != nullptr) pool_->give_back(std::move(held));
    }
    chunks_.clear();
    size_ = 0;
  }

  /// Calls `visit(row, value)` for each value, by row. `visit` may erase the row it is given, and no other.
  template <class Visit>
  void for_each(Visit&& visit) {
    for (std::size_t index = 0; index < chunks_.size(); ++index) {
      if (chunks_[index] == nullptr) continue;
      for (std::size_t word = 0; word < chunk::words; ++word) {
        for (std::uint64_t left = chunks_[index]->word(word); left != 0; left &= left - 1) {
          const std::size_t at = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
          visit(static_cast<row_index>(index * chunk::rows + at), chunks_[index]->value(at));
        }
      }
    }
  }

  /// Which of the rows [64 * index, 64 * index + 64) have a value, as bits; and how many such words there are.
  [[nodiscard]] std::uint64_t word(std::size_t index) const noexcept {
    const std::size_t of = index / chunk::words;
    return of < chunks_.size() && chunks_[of] != nullptr ? chunks_[of]->word(index % chunk::words) : 0;
  }
  [[nodiscard]] std::size_t words() const noexcept { return chunks_.size() * chunk::words; }

  void prefetch(row_index row) noexcept {
    if (chunk* const in = chunk_of(row)) in->prefetch(row % chunk::rows);
  }

private:
  [[nodiscard]] chunk* chunk_of(row_index row) noexcept {
    const std::size_t index = row / chunk::rows;
    return index < chunks_.size() ? chunks_[index].get() : nullptr;
  }

  chunk_pool<Value>* pool_;
  std::vector<std::unique_ptr<chunk>> chunks_;
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
