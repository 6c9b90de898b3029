// Puts the rows of each step of a sink into one order, whatever the order they came in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <millrace/actors/connector/run_merge.hpp>
#include <millrace/actors/connector/sorted_run.hpp>
#include <millrace/actors/connector/spill_file.hpp>
#include <millrace/actors/connector/waiting_rows.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace {

/// What a sorter has done and holds.
struct step_sorter_counts {
  std::uint64_t rows = 0;           ///< Rows taken.
  std::uint64_t waiting_bytes = 0;  ///< Bytes in memory now, over all steps.
  std::uint64_t spilled_bytes = 0;  ///< Bytes that went to the temporary file.
  std::uint64_t spilled_runs = 0;   ///< How often.
};

/// Rows of a step come from several inputs, interleaved anyhow, in order from each; those of later steps wait. Closing
/// a step gives its texts sorted by order bytes, (with `by_text`) text, input and the order they were made in. Past the
/// memory limit the step with the most rows in memory goes to a temporary file, sorted; the result is the same to the
/// byte. Confined to its sink actor.
class step_sorter {
public:
  struct options {
    std::size_t spill_after = 64 * 1024 * 1024;  ///< Bytes in memory over all steps before rows are spilled.
    row_ties ties = row_ties::as_made;
    std::string output = {};        ///< Whose rows these are, for messages.
    std::string spill_folder = {};  ///< Where the temporary file is made; empty: the system's folder for them.
  };

  explicit step_sorter(options chosen) : chosen_(std::move(chosen)), spilled_(chosen_.spill_folder, chosen_.output) {}

  /// Takes a row, copying it. Failures: `sink_unwritable` when it cannot be spilled; `internal` for a step that is
  /// closed. Cost: two copies of bytes; one sort of what is in memory each time the limit is reached.
  void add(step_number step, std::size_t input, std::string_view order, std::string_view text);

  /// Gives the texts of a step to `emit(std::string_view)` and forgets them. Steps close in order, each once.
  /// Failures: `sink_unwritable` when spilled rows cannot be read; those of `emit`.
  template <class Emit>
  void close(step_number step, Emit&& emit) {
    closed_ = step;
    const auto found = steps_.find(step);
    if (found == steps_.end()) return;
    rows_of_step& rows = found->second;
    rows.in_memory.sort(chosen_.ties);
    if (rows.runs.empty()) {
      for (std::size_t i = 0; i < rows.in_memory.size(); ++i) emit(rows.in_memory[i].text);
    } else {
      run_merge merge(spilled_, rows.runs, rows.in_memory, chosen_.ties, chosen_.spill_after);
      for (std::string_view text; merge.next(text);) emit(text);
    }
    forget(found);
  }

  [[nodiscard]] const step_sorter_counts& counts() const noexcept { return counts_; }

private:
  struct rows_of_step {
    std::vector<sorted_run> runs;
    waiting_rows in_memory;
  };
  using steps = std::map<step_number, rows_of_step>;

  rows_of_step& open(step_number step);
  void spill();
  void forget(steps::iterator step);

  options chosen_;
  spill_file spilled_;
  steps steps_;
  rows_of_step* last_used_ = nullptr;
  step_number last_step_ = 0;
  step_number closed_ = 0;
  std::vector<waiting_rows> spare_;  // empty, with their memory
  step_sorter_counts counts_;
};

}  // namespace millrace
