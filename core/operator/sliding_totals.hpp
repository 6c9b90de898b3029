// The contents of a window that slides over slices, in two stacks (Tangwongsan, Hirzel and Schneider, "In-order
// sliding-window aggregation in worst-case constant time", 2021) which all rows turn over at once.
#pragma once

#include <algorithm>
#include <iterator>
#include <millrace/core/operator/copy_contents.hpp>
#include <millrace/core/operator/row_column.hpp>
#include <millrace/core/operator/slice.hpp>
#include <millrace/core/operator/slice_grid.hpp>
#include <utility>

namespace millrace::detail {

/// Holds the total of the slices [low, high) for each row, in two parts: `back_` of those below a border, `front_` of
/// the others. When the window slides, what comes is merged into the front; what goes is not subtracted: each slice
/// below the border knows, for each of its rows, the total of the slices between it and the border (`later`), which
/// becomes the back. When the back is used up, both are built anew. Amortised two and a third merges for a row and a
/// slice it is in, whatever the number of slices in a window. The border leaves the newest quarter of the slices in the
/// front, where a belated element costs one addition; older ones cost one for each slice before them.
///
/// No change set carries totals: they are built anew from the slices. Sums of floating point may then differ in the
/// last digit from those of an operator that went on.
///
/// `Function` merges. User code is called within `guard(row, call)`. Confined to its operator.
template <class Function>
class sliding_totals {
public:
  using contents = typename Function::contents;
  using slice_map = slices<contents>;

  sliding_totals(const Function& function, grid_index slices_in_window, chunk_pool<contents>& pool)
      : function_(function),
        back_slices_(std::max<grid_index>(1, slices_in_window * 3 / 4)),
        back_(pool),
        front_(pool) {}

  /// The first row not below `from` that has elements in the window, or `no_row`.
  [[nodiscard]] row_index next(row_index from) const noexcept { return next_row(from, back_, front_); }

  /// The total of such a row.
  [[nodiscard]] contents total_of(row_index row) {
    const contents* const back = back_.find(row);
    const contents* const front = front_.find(row);
    contents total = copy_of(back != nullptr ? *back : *front);
    if (back != nullptr && front != nullptr) function_.merge(total, *front);
    return total;
  }

  /// Slides to [low, high), neither of which may be lower than before.
  template <class Guard>
  void slide_to(grid_index low, grid_index high, slice_map& all, Guard&& guard) {
    leave(low, all);
    if (!holds_) {
      turn_over(low, high, all, guard);
    } else {
      take(high, all, guard);
    }
  }

  /// Slides out of the slices below `low`.
  void leave(grid_index low, slice_map& all) {
    if (!holds_ || low <= low_) return;
    if (low >= border_) return forget(all);
    for (auto at = all.lower_bound(low_); at != all.end() && at->first < low; ++at) {
      slice<contents>& left = at->second;
      left.held.for_each([&](row_index row, const contents&) {
        contents* const after = left.later.find_open(row);
        if (after == nullptr) {
          back_.erase(row);
        } else {
          *back_.find_open(row) = std::move(*after);
        }
      });
      left.later.clear();
    }
    low_ = low;
  }

  /// Adds an element that came into a slice after the window had slid over it: `add(contents)` adds it. It is in the
  /// slice already; `is_first` says that the row had none there before. No slice that the window has not left may get
  /// an element otherwise.
  template <class Guard, class Add>
  void add_belated(grid_index into, row_index row, bool is_first, slice_map& all, Guard&& guard, Add&& add) {
    if (!holds_ || into >= high_ || into < low_) return;
    const auto create = [&] { return function_.create(); };
    if (into >= border_) return guard(row, [&] { add(front_.find_or_create(row, create)); });
    guard(row, [&] {
      const auto place = all.find(into);
      if (is_first) copy_total_between(place, row, all);
      for (auto at = all.lower_bound(low_); at != place; ++at) {
        if (at->second.held.find(row) != nullptr) add(at->second.later.find_or_create(row, create));
      }
      add(back_.find_or_create(row, create));
    });
  }

private:
  [[nodiscard]] contents copy_of(const contents& from) const { return copy_contents(function_, from); }

  template <class Guard>
  void take(grid_index high, slice_map& all, Guard& guard) {
    for (auto at = all.lower_bound(high_); at != all.end() && at->first < high; ++at) {
      at->second.held.for_each(
          [&](row_index row, const contents& taken) { guard(row, [&] { merge_into(front_, row, taken); }); });
    }
    high_ = high;
  }

  template <class Guard>
  void turn_over(grid_index low, grid_index high, slice_map& all, Guard& guard) {
    low_ = low;
    border_ = low + back_slices_;
    for (auto at = all.lower_bound(border_); at != all.begin() && std::prev(at)->first >= low;) {
      slice<contents>& below = (--at)->second;
      below.held.for_each([&](row_index row, const contents& added) {
        guard(row, [&] {
          if (const contents* const so_far = back_.find(row)) below.later.create(row, [&] { return copy_of(*so_far); });
          merge_into(back_, row, added);
        });
      });
    }
    high_ = border_;
    holds_ = true;
    take(high, all, guard);
  }

  void merge_into(row_column<contents>& totals, row_index row, const contents& added) {
    if (contents* const total = totals.find_open(row)) {
      function_.merge(*total, added);
    } else {
      totals.create(row, [&] { return copy_of(added); });
    }
  }

  /// Gives a slice that has got its first element of the row the total of what the row has between it and the border.
  void copy_total_between(typename slice_map::iterator place, row_index row, slice_map& all) {
    for (auto at = std::next(place); at != all.end() && at->first < border_; ++at) {
      const contents* const held = at->second.held.find(row);
      if (held == nullptr) continue;
      contents& after = place->second.later.create(row, [&] { return copy_of(*held); });
      if (const contents* const rest = at->second.later.find(row)) function_.merge(after, *rest);
      return;
    }
  }

  void forget(slice_map& all) {
    for (auto at = all.lower_bound(low_); at != all.end() && at->first < border_; ++at) at->second.later.clear();
    back_.clear();
    front_.clear();
    holds_ = false;
  }

  const Function& function_;
  grid_index back_slices_;
  row_column<contents> back_;
  row_column<contents> front_;
  grid_index low_ = before_all;
  grid_index border_ = before_all;
  grid_index high_ = before_all;
  bool holds_ = false;
};

}  // namespace millrace::detail
