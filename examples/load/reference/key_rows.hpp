// Numbers keys in the order in which they come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace millrace::load {

/// A dictionary from key to row. Open addressing over 4-byte row numbers, at most an eighth full: with few keys the
/// second probe, which the processor does not foresee, costs more than the room. It knows nothing of the keys but that
/// they are words.
class key_rows {
public:
  key_rows() : slots_(1U << 10U, 0) {}

  /// The row of the key; the next free one when the key is new.
  std::uint32_t row_of(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = first_slot(key);
    while (true) {
      const std::uint32_t found = slots_[at];
      if (found == 0) return add(key, at);
      if (keys_[found - 1] == key) return found - 1;
      at = (at + 1) & mask;
    }
  }

  /// By row.
  [[nodiscard]] const std::vector<std::uint64_t>& keys() const noexcept { return keys_; }

private:
  [[nodiscard]] std::size_t first_slot(std::uint64_t key) const noexcept {
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15U) >> shift_);
  }

  [[gnu::noinline]] std::uint32_t add(std::uint64_t key, std::size_t at) {
    keys_.push_back(key);
    slots_[at] = static_cast<std::uint32_t>(keys_.size());
    if (keys_.size() * 8 > slots_.size()) grow();
    return static_cast<std::uint32_t>(keys_.size() - 1);
  }

  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    --shift_;
    for (std::size_t row = 0; row < keys_.size(); ++row) {
      std::size_t at = first_slot(keys_[row]);
      while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = static_cast<std::uint32_t>(row + 1);
    }
  }

  std::vector<std::uint32_t> slots_;  // row + 1; 0: free
  std::vector<std::uint64_t> keys_;
  unsigned shift_ = 54;  // 64 - log2 of the number of slots
};

}  // namespace millrace::load
