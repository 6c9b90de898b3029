// What is in a batch: an array that one core fills and another one reads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <millrace/core/batch/made_of_words.hpp>
#include <new>
#include <type_traits>
#include <utility>

namespace millrace {

/// A growing array; `clear` keeps its memory. Elements can be streamed into it: written past the caches. A store to
/// memory that another core read last has to fetch the line from there first, which took ten times as long as the store
/// alone (decision 9). Confined to its batch.
template <class Element>
class batch_elements {
public:
  using value_type = Element;

  batch_elements() { grow_to(first_room); }
  batch_elements(std::initializer_list<Element> of) : batch_elements() {
    for (const Element& each : of) push_back(each);
  }
  batch_elements(const batch_elements&) = delete;
  batch_elements& operator=(const batch_elements&) = delete;
  batch_elements(batch_elements&& other) : batch_elements() { swap(other); }
  batch_elements& operator=(batch_elements&& other) noexcept {
    swap(other);
    return *this;
  }
  ~batch_elements() {
    clear();
    release(elements_);
  }

  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(end_ - elements_); }
  [[nodiscard]] bool empty() const noexcept { return end_ == elements_; }
  [[nodiscard]] Element& operator[](std::size_t index) noexcept { return elements_[index]; }
  [[nodiscard]] const Element& operator[](std::size_t index) const noexcept { return elements_[index]; }
  [[nodiscard]] Element* begin() noexcept { return elements_; }
  [[nodiscard]] Element* end() noexcept { return end_; }
  [[nodiscard]] const Element* begin() const noexcept { return elements_; }
  [[nodiscard]] const Element* end() const noexcept { return end_; }

  /// There is always room for one element more, so that an append asks once, behind it.
  void push_back(Element element) {
    ::new (static_cast<void*>(end_)) Element(std::move(element));
    if (++end_ == room_) grow();
  }

  /// The same as `push_back`, past the caches where the processor and the type allow it. Whoever hands the batch to
  /// another thread calls `finish_streams` first.
  void stream_back(Element&& element) {
    if constexpr (can_stream) {
      stream_to(end_, element);
      if (++end_ == room_) grow();
    } else {
      push_back(std::move(element));
    }
  }

  /// Makes room for `count` elements and lets `full` say when so many are in.
  void full_at(std::size_t count) {
    full_size_ = count;
    if (static_cast<std::size_t>(room_ - elements_) <= count) grow_to(count + 1);
    full_ = elements_ + count;
  }
  /// Requires that `full_at` was called.
  [[nodiscard]] bool full() const noexcept { return end_ >= full_; }

  void clear() noexcept {
    std::destroy(elements_, end_);
    end_ = elements_;
  }

  void swap(batch_elements& other) noexcept {
    std::swap(elements_, other.elements_);
    std::swap(end_, other.end_);
    std::swap(room_, other.room_);
    std::swap(full_, other.full_);
    std::swap(full_size_, other.full_size_);
  }

private:
  static constexpr std::size_t line = 64;
  static constexpr std::size_t first_room = 16;
  static constexpr std::align_val_t alignment{std::max(line, alignof(Element))};
#if defined(__x86_64__)
  static constexpr bool can_stream = made_of_words<Element>;

  static void stream_word(long long* to, long long word) noexcept {
#if defined(__clang__)
    __builtin_nontemporal_store(word, to);
#else
    __builtin_ia32_movnti64(to, word);
#endif
  }
  /// Word by word, as the element was stored: a copy by wider loads would wait for all stores before, streamed ones
  /// too.
  static void stream_to(Element* to, const Element& element) noexcept {
    const auto* const from = reinterpret_cast<const char*>(&element);
    auto* const at = reinterpret_cast<long long*>(to);
    for (std::size_t i = 0; i < sizeof(Element) / sizeof(long long); ++i) {
      long long word = 0;
      std::memcpy(&word, from + i * sizeof word, sizeof word);
      stream_word(at + i, word);
    }
  }
#else
  static constexpr bool can_stream = false;
#endif

  static void release(Element* elements) noexcept {
    ::operator delete(static_cast<void*>(elements), alignment);
  }

  [[gnu::noinline]] void grow() {
    grow_to(2 * size());
  }

  void grow_to(std::size_t room) {
    const std::size_t held = size();
    auto* const grown = static_cast<Element*>(::operator new(room * sizeof(Element), alignment));
    std::uninitialized_move(elements_, end_, grown);
    std::destroy(elements_, end_);
    release(elements_);
    elements_ = grown;
    end_ = grown + held;
    room_ = grown + room;
    full_ = grown + full_size_;
  }

  Element* elements_ = nullptr;
  Element* end_ = nullptr;
  Element* room_ = nullptr;  // the end of the memory
  Element* full_ = nullptr;
  std::size_t full_size_ = 0;
};

/// Makes what this thread has streamed visible before whatever it writes next.
inline void finish_streams() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

}  // namespace millrace
