// Chunks: the values of 256 rows, which an operator and its change sets share until one of them is written.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <millrace/core/cache_line.hpp>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace millrace::detail {

/// The row of a key in every column of an operator.
using row_index = std::uint32_t;
inline constexpr row_index no_row = std::numeric_limits<row_index>::max();

inline constexpr std::size_t chunk_rows = 256;
inline constexpr std::size_t chunk_words = chunk_rows / 64;

/// Values of 256 rows, which of them there are, and which were made or given out for writing since the chunk was
/// opened. Counted by who holds it; who is its only holder may write.
template <class Value>
class alignas(apart_in_cache) column_chunk : public boost::intrusive_ref_counter<column_chunk<Value>> {
public:
  static constexpr std::size_t rows = chunk_rows;
  static constexpr std::size_t words = chunk_words;

  column_chunk() noexcept {}  // NOLINT: leaves the storage as it is
  column_chunk(const column_chunk&) = delete;
  column_chunk& operator=(const column_chunk&) = delete;
  ~column_chunk() { clear(); }

  [[nodiscard]] bool has(std::size_t at) const noexcept { return (marks_[at / 64].used & bit(at)) != 0; }
  [[nodiscard]] std::uint64_t word(std::size_t index) const noexcept { return marks_[index].used; }
  [[nodiscard]] std::uint64_t changed_word(std::size_t index) const noexcept { return marks_[index].changed; }
  [[nodiscard]] std::size_t changes() const noexcept {
    std::size_t all = 0;
    for (const marks& word : marks_) all += static_cast<std::size_t>(std::popcount(word.changed));
    return all;
  }
  void forget_changes() noexcept {
    for (marks& word : marks_) word.changed = 0;
  }
  [[nodiscard]] Value& value(std::size_t at) noexcept {
    return *std::launder(reinterpret_cast<Value*>(storage_.data() + at * sizeof(Value)));
  }
  [[nodiscard]] const Value& value(std::size_t at) const noexcept {
    return *std::launder(reinterpret_cast<const Value*>(storage_.data() + at * sizeof(Value)));
  }

  /// The value, to be written, or nullptr. One that is marked already costs one test, as without marks.
  [[nodiscard, gnu::always_inline]] Value* find_to_write(std::size_t at) noexcept {
    marks& word = marks_[at / 64];
    if ((word.changed & bit(at)) == 0) {
      if ((word.used & bit(at)) == 0) return nullptr;
      word.changed |= bit(at);
    }
    return &value(at);
  }

  /// `make()` gives the value. Requires that there is none.
  template <class Make>
  Value& create(std::size_t at, Make&& make) {
    Value* const made = ::new (static_cast<void*>(storage_.data() + at * sizeof(Value))) Value(make());
    marks_[at / 64].used |= bit(at);
    marks_[at / 64].changed |= bit(at);
    return *made;
  }
  void destroy(std::size_t at) noexcept {
    value(at).~Value();
    marks_[at / 64].used &= ~bit(at);
    marks_[at / 64].changed &= ~bit(at);
  }
  void clear() noexcept {
    if constexpr (!std::is_trivially_destructible_v<Value>) {
      for (std::size_t word = 0; word < words; ++word) {
        while (marks_[word].used != 0) {
          destroy(word * 64 + static_cast<std::size_t>(std::countr_zero(marks_[word].used)));
        }
      }
    }
    marks_ = {};
  }
  /// Calls `visit(at, value)` for each value, ascending.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t word = 0; word < words; ++word) {
      for (std::uint64_t left = marks_[word].used; left != 0; left &= left - 1) {
        const std::size_t at = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
        visit(at, value(at));
      }
    }
  }
  /// Asks the memory of one row ahead of its use.
  void prefetch(std::size_t at) noexcept {
    __builtin_prefetch(&marks_[at / 64], 1);
    __builtin_prefetch(storage_.data() + at * sizeof(Value), 1);
  }

private:
  struct marks {
    std::uint64_t used = 0;
    std::uint64_t changed = 0;
  };
  static constexpr std::uint64_t bit(std::size_t at) noexcept { return std::uint64_t{1} << (at % 64); }

  // No value of 16 bytes lies across two cache lines.
  static constexpr std::size_t alignment = std::max<std::size_t>(alignof(Value), 16);

  alignas(words * sizeof(marks)) std::array<marks, words> marks_{};  // in one cache line
  alignas(alignment) std::array<std::byte, rows * sizeof(Value)> storage_;
};

template <class Value>
using chunk_pointer = boost::intrusive_ptr<column_chunk<Value>>;
template <class Value>
using shared_chunk = boost::intrusive_ptr<const column_chunk<Value>>;

/// Empty chunks for the columns of one operator. Gives memory back only with itself. Outlives its columns.
template <class Value>
class chunk_pool {
public:
  [[nodiscard]] chunk_pointer<Value> take() {
    if (free_.empty()) return new column_chunk<Value>;
    chunk_pointer<Value> taken = std::move(free_.back());
    free_.pop_back();
    return taken;
  }
  /// Requires that nobody else holds the chunk.
  void give_back(chunk_pointer<Value> used) {
    used->clear();
    free_.push_back(std::move(used));
  }

private:
  std::vector<chunk_pointer<Value>> free_;
};

}  // namespace millrace::detail
