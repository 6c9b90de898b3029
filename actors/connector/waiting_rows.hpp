// Rows of one step in memory, and how two of them compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/actors/connector/row_order.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace millrace {

/// One row as it waits: what it is sorted by, what it is written as, and who made it. Points into its owner.
struct waiting_row {
  std::string_view order;
  std::string_view text;
  std::uint32_t input = 0;
};

/// Less than 0, 0 or more: `left` comes before `right`, neither is known to, or after. 0 means equal order and input
/// (and text, with `row_ties::by_text`): then whichever was made first comes first.
[[nodiscard]] int compare(const waiting_row& left, const waiting_row& right, row_ties ties) noexcept;

/// Rows in one piece of memory with an index that is sorted. Confined to its owner.
class waiting_rows {
public:
  /// Rows of one input are added in the order they were made.
  void add(std::uint32_t input, std::string_view order, std::string_view text);

  /// Sorts, stably for each input.
  void sort(row_ties ties);

  void clear() noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  /// Row number `index` in the present order.
  [[nodiscard]] waiting_row operator[](std::size_t index) const noexcept { return view(entries_[index]); }
  /// Bytes that the rows take, their index included.
  [[nodiscard]] std::size_t memory() const noexcept { return bytes_.size() + entries_.size() * sizeof(entry); }
  /// Bytes that are held for rows to come.
  [[nodiscard]] std::size_t reserved() const noexcept {
    return bytes_.capacity() + entries_.capacity() * sizeof(entry);
  }

private:
  struct entry {
    std::uint64_t prefix;  // eight order bytes as a number, set by `sort`: decides most comparisons without more
    std::uint64_t offset;  // of the order bytes; the text follows. Grows with every row, so it tells who came first.
    std::uint64_t text_size;
    std::uint32_t order_size;
    std::uint32_t input;
  };

  [[nodiscard]] waiting_row view(const entry& at) const noexcept {
    const std::string_view bytes = bytes_;
    return {.order = bytes.substr(at.offset, at.order_size),
            .text = bytes.substr(at.offset + at.order_size, at.text_size),
            .input = at.input};
  }

  void set_prefixes();

  std::string bytes_;
  std::vector<entry> entries_;
};

}  // namespace millrace
