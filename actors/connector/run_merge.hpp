// Sorted runs and the rows still in memory as one sorted sequence.
#pragma once

#include <cstddef>
#include <millrace/actors/connector/sorted_run.hpp>
#include <millrace/actors/connector/spill_file.hpp>
#include <millrace/actors/connector/waiting_rows.hpp>
#include <string_view>
#include <vector>

namespace millrace {

/// Merges. Confined to its owner; the spill file and the rows must outlive it and not change.
class run_merge {
public:
  /// `runs` are in the order they were made, each before all of `last`, which is sorted. About `memory` bytes go into
  /// buffers, at least 16 KiB a run.
  run_merge(const spill_file& file, const std::vector<sorted_run>& runs, const waiting_rows& last, row_ties ties,
            std::size_t memory);

  /// Gives the text of the next row, valid until the next call; false at the end. Cost: one comparison for each
  /// doubling of the number of runs. Failures: those of the spill file.
  bool next(std::string_view& text);

private:
  bool advance(std::size_t part);
  [[nodiscard]] bool comes_after(std::size_t left, std::size_t right) const noexcept;

  const waiting_rows* last_;
  row_ties ties_;
  std::size_t taken_of_last_ = 0;
  std::vector<run_reader> readers_;
  std::vector<waiting_row> heads_;  // of each run, then of the rows in memory
  std::vector<std::size_t> heap_;   // parts that have a head, the next one first
  std::size_t given_;               // the part whose head was given last; none at first
};

}  // namespace millrace
