// Slices: what the windows of an operator share.
#pragma once

#include <map>
#include <millrace/core/operator/row_column.hpp>
#include <millrace/core/operator/slice_grid.hpp>

namespace millrace::detail {

/// The contents of one slice, by row.
template <class Contents>
struct slice {
  slice(grid_index of_number, chunk_pool<Contents>& pool) noexcept : number(of_number), held(pool), later(pool) {}

  const grid_index number;
  row_column<Contents> held;   ///< A row that has elements here uses the slice (see `key_rows`).
  row_column<Contents> later;  ///< Kept by `sliding_totals`.
};

/// Slices that have elements, ascending.
template <class Contents>
using slices = std::map<grid_index, slice<Contents>>;

}  // namespace millrace::detail
