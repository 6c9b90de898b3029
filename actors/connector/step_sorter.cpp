#include <algorithm>
#include <millrace/actors/connector/step_sorter.hpp>
#include <millrace/core/error.hpp>

namespace millrace {

namespace {
constexpr std::size_t spare_pieces = 4;
constexpr std::size_t greatest_spare = 4 * 1024 * 1024;
}  // namespace

void step_sorter::add(step_number step, std::size_t input, std::string_view order, std::string_view text) {
  if (last_used_ == nullptr || step != last_step_) last_used_ = &open(step);
  last_step_ = step;
  waiting_rows& rows = last_used_->in_memory;
  const std::size_t before = rows.memory();
  rows.add(static_cast<std::uint32_t>(input), order, text);
  counts_.waiting_bytes += rows.memory() - before;
  ++counts_.rows;
  if (counts_.waiting_bytes > chosen_.spill_after) spill();
}

step_sorter::rows_of_step& step_sorter::open(step_number step) {
  if (step <= closed_) {
    throw failure(error_code::internal, chosen_.output + ": a row of step " + std::to_string(step) +
                                            " came after step " + std::to_string(closed_) + " was closed");
  }
  const auto [at, is_new] = steps_.try_emplace(step);
  if (is_new && !spare_.empty()) {
    at->second.in_memory = std::move(spare_.back());
    spare_.pop_back();
  }
  return at->second;
}

/// Spills the largest steps until half of the limit is free, so that runs stay few and long.
void step_sorter::spill() {
  while (counts_.waiting_bytes > chosen_.spill_after / 2) {
    rows_of_step& rows = std::max_element(steps_.begin(), steps_.end(), [](const auto& left, const auto& right) {
                           return left.second.in_memory.memory() < right.second.in_memory.memory();
                         })->second;
    counts_.waiting_bytes -= rows.in_memory.memory();
    rows.in_memory.sort(chosen_.ties);
    rows.runs.push_back(write_run(rows.in_memory, spilled_));
    counts_.spilled_bytes += rows.runs.back().size;
    ++counts_.spilled_runs;
    rows.in_memory.clear();
  }
}

void step_sorter::forget(steps::iterator step) {
  rows_of_step& rows = step->second;
  for (const sorted_run& run : rows.runs) spilled_.release(run.offset, run.size);
  counts_.waiting_bytes -= rows.in_memory.memory();
  rows.in_memory.clear();
  if (spare_.size() < spare_pieces && rows.in_memory.reserved() <= greatest_spare) {
    spare_.push_back(std::move(rows.in_memory));
  }
  if (last_used_ == &rows) last_used_ = nullptr;
  steps_.erase(step);
}

}  // namespace millrace
