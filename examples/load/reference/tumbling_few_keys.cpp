#include "reference/tumbling_few_keys.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/key_rows.hpp"
#include "reference/totals.hpp"

namespace millrace::load {

namespace {

template <class Total>
class columns {
public:
  explicit columns(std::int64_t size) : size_(size) {}

  void add(const event& added) {
    if (added.time.milliseconds < start_ || added.time.milliseconds >= end_) turn_to(added.time.milliseconds);
    const std::uint32_t row = rows_.row_of(added.key);
    if (row >= length_) lengthen(row);
    column_[row].add(added.value);
  }

  [[nodiscard]] result_digest digest() const {
    result_digest made;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto start = static_cast<std::int64_t>(i) * size_;
      const time_window window{event_time{start}, event_time{start + size_}};
      for (std::size_t row = 0; row < columns_[i].size(); ++row) {
        if (columns_[i][row].any()) columns_[i][row].tell(made, rows_.keys()[row], window);
      }
    }
    return made;
  }

private:
  [[gnu::noinline]] void turn_to(std::int64_t time) {
    const std::int64_t index = time / size_;
    start_ = index * size_;
    end_ = start_ + size_;
    turned_ = static_cast<std::size_t>(index);
    if (turned_ >= columns_.size()) columns_.resize(turned_ + 1);
    column_ = columns_[turned_].data();
    length_ = columns_[turned_].size();
  }

  [[gnu::noinline]] void lengthen(std::size_t row) {
    std::vector<Total>& column = columns_[turned_];
    column.resize(row + row / 2 + 64);
    column_ = column.data();
    length_ = column.size();
  }

  std::int64_t size_;
  std::int64_t start_ = 0;  // of the window of the last event, as are the next four
  std::int64_t end_ = 0;
  std::size_t turned_ = 0;
  Total* column_ = nullptr;
  std::size_t length_ = 0;
  key_rows rows_;
  std::vector<std::vector<Total>> columns_;
};

}  // namespace

template <class Total>
result_digest tumbling_few_keys(std::span<const event> events, duration size) {
  columns<Total> kept(size.count());
  for (const event& next : events) kept.add(next);
  return kept.digest();
}

template result_digest tumbling_few_keys<sum_total>(std::span<const event>, duration);
template result_digest tumbling_few_keys<count_total>(std::span<const event>, duration);
template result_digest tumbling_few_keys<sum_and_count_total>(std::span<const event>, duration);

}  // namespace millrace::load
