// A flat table from key to total.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace millrace::load {

/// Open addressing, key and total side by side, at most three quarters full. `clear` keeps the memory.
template <class Total>
class flat_totals {
public:
  flat_totals() : slots_(1U << 10U) {}

  void add(std::uint64_t key, std::int64_t value) {
    slot& found = slot_of(key);
    if (!found.total.any()) {
      if ((used_ + 1) * 4 > slots_.size() * 3) return grow_and_add(key, value);
      found.key = key;
      ++used_;
    }
    found.total.add(value);
  }

  /// Calls `visit(key, total)` for each key, then forgets all.
  template <class Visit>
  void hand_over(Visit visit) {
    for (slot& each : slots_) {
      if (each.total.any()) visit(each.key, each.total);
      each = slot{};
    }
    used_ = 0;
  }

private:
  struct slot {
    std::uint64_t key = 0;
    Total total{};
  };

  slot& slot_of(std::uint64_t key) noexcept {
    const std::size_t mask = slots_.size() - 1;
    auto at = static_cast<std::size_t>((key * 0x9e3779b97f4a7c15U) >> shift_);
    while (slots_[at].total.any() && slots_[at].key != key) at = (at + 1) & mask;
    return slots_[at];
  }

  [[gnu::noinline]] void grow_and_add(std::uint64_t key, std::int64_t value) {
    std::vector<slot> old(slots_.size() * 2);
    std::swap(old, slots_);
    --shift_;
    for (const slot& each : old) {
      if (each.total.any()) slot_of(each.key) = each;
    }
    add(key, value);
  }

  std::vector<slot> slots_;
  std::size_t used_ = 0;
  unsigned shift_ = 54;  // 64 - log2 of the number of slots
};

}  // namespace millrace::load
