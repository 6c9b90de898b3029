// Sorted rows in a spill file, and how they are read back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/actors/connector/spill_file.hpp>
#include <millrace/actors/connector/waiting_rows.hpp>
#include <string>

namespace millrace {

/// Where a run of sorted rows lies.
struct sorted_run {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  ///< Bytes.
};

/// Writes rows, which are sorted, behind the others. Failures: those of the spill file.
sorted_run write_run(const waiting_rows& rows, spill_file& file);

/// Reads a run row by row. Confined to its owner; the spill file must outlive it.
class run_reader {
public:
  /// `buffer` bytes are read at once, more when a row is longer.
  run_reader(const spill_file& file, sorted_run run, std::size_t buffer)
      : file_(&file), next_(run.offset), end_(run.offset + run.size), buffer_size_(buffer) {}

  /// Gives the next row, valid until the next call; false at the end. Failures: those of the spill file.
  bool next(waiting_row& into);

private:
  void need(std::size_t bytes);

  const spill_file* file_;
  std::uint64_t next_;  // in the file, first byte not in the buffer
  std::uint64_t end_;
  std::size_t buffer_size_;
  std::string buffer_;
  std::size_t begin_ = 0;  // in the buffer, first byte not given
};

}  // namespace millrace
