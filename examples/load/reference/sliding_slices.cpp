#include "reference/sliding_slices.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "reference/key_rows.hpp"
#include "reference/totals.hpp"

namespace millrace::load {

namespace {

/// Totals by row and slice. Both grow by doubling.
template <class Total>
class slice_grid {
public:
  explicit slice_grid(std::int64_t slice) : slice_(slice), per_millisecond_(1 / static_cast<double>(slice)) {}

  void add(const event& added) {
    const std::size_t row = rows_.row_of(added.key);
    const std::size_t slice = slice_of(added.time.milliseconds);
    if (slice >= width_ || row >= height_) grow(row, slice);
    totals_[row * width_ + slice].add(added.value);
  }

  [[nodiscard]] const std::vector<std::uint64_t>& keys() const noexcept { return rows_.keys(); }
  [[nodiscard]] std::span<const Total> row(std::size_t index) const noexcept {
    return {totals_.data() + index * width_, width_};
  }

private:
  /// A division by a number that the compiler does not know costs more than this product, which is at most one off.
  [[nodiscard]] std::size_t slice_of(std::int64_t time) const noexcept {
    auto index = static_cast<std::int64_t>(static_cast<double>(time) * per_millisecond_);
    index -= static_cast<std::int64_t>(index * slice_ > time);
    index += static_cast<std::int64_t>((index + 1) * slice_ <= time);
    return static_cast<std::size_t>(index);
  }

  [[gnu::noinline]] void grow(std::size_t row, std::size_t slice) {
    std::size_t width = width_;
    while (slice >= width) width *= 2;
    std::size_t height = height_;
    while (row >= height) height *= 2;
    std::vector<Total> grown(width * height);
    for (std::size_t i = 0; i < height_; ++i) {
      const auto from = totals_.begin() + static_cast<std::ptrdiff_t>(i * width_);
      std::copy(from, from + static_cast<std::ptrdiff_t>(width_),
                grown.begin() + static_cast<std::ptrdiff_t>(i * width));
    }
    totals_ = std::move(grown);
    width_ = width;
    height_ = height;
  }

  std::int64_t slice_;
  double per_millisecond_;
  key_rows rows_;
  std::size_t width_ = 64;
  std::size_t height_ = 64;
  std::vector<Total> totals_ = std::vector<Total>(width_ * height_);
};

}  // namespace

template <class Total>
result_digest sliding_slices(std::span<const event> events, duration size, duration slide) {
  const std::int64_t slice = std::gcd(size.count(), slide.count());
  const std::int64_t length = size.count() / slice;  // in slices, as is step
  const std::int64_t step = slide.count() / slice;
  slice_grid<Total> grid(slice);
  for (const event& next : events) grid.add(next);

  result_digest digest;
  for (std::size_t row = 0; row < grid.keys().size(); ++row) {
    const std::span<const Total> totals = grid.row(row);
    const auto end = static_cast<std::int64_t>(totals.size());
    Total running{};
    // The first window that reaches slice 0 ends in (0, step], on the grid of starts.
    std::int64_t start = -(length - 1) / step * step;
    for (std::int64_t i = 0; i < std::min(start + length, end); ++i) running.add(totals[static_cast<std::size_t>(i)]);
    for (; start < end; start += step) {
      if (running.any()) {
        const event_time from{start * slice};
        running.tell(digest, grid.keys()[row], {from, from + size});
      }
      for (std::int64_t i = std::max<std::int64_t>(start, 0); i < std::min(start + step, end); ++i) {
        running.take_away(totals[static_cast<std::size_t>(i)]);
      }
      for (std::int64_t i = start + length; i < std::min(start + length + step, end); ++i) {
        running.add(totals[static_cast<std::size_t>(i)]);
      }
    }
  }
  return digest;
}

template result_digest sliding_slices<sum_total>(std::span<const event>, duration, duration);
template result_digest sliding_slices<count_total>(std::span<const event>, duration, duration);
template result_digest sliding_slices<sum_and_count_total>(std::span<const event>, duration, duration);

}  // namespace millrace::load
