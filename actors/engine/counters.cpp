#include <algorithm>
#include <limits>
#include <millrace/actors/engine/counters.hpp>

namespace millrace::engine {

void key_group_counters::publish(const operator_counts& counts) noexcept {
  events.store(counts.events, std::memory_order_relaxed);
  rows.store(counts.rows, std::memory_order_relaxed);
  dropped_late.store(counts.dropped_late, std::memory_order_relaxed);
  partly_late.store(counts.partly_late, std::memory_order_relaxed);
  in_gap.store(counts.in_gap, std::memory_order_relaxed);
  open_panes.store(counts.open_panes, std::memory_order_release);
}

run_progress pipeline_counters::snapshot() const {
  run_progress seen;
  // Downstream first: a step that is seen closed has its round seen reported.
  seen.steps_closed = sinks.empty() ? 0 : std::numeric_limits<std::uint64_t>::max();
  for (const auto& sink : sinks) {
    seen.steps_closed = std::min<std::uint64_t>(seen.steps_closed, sink.closed.load(std::memory_order_acquire));
  }
  for (const auto& one : key_groups) {
    seen.open_panes += one.open_panes.load(std::memory_order_acquire);
    seen.events += one.events.load(std::memory_order_relaxed);
    seen.rows += one.rows.load(std::memory_order_relaxed);
    seen.dropped_late += one.dropped_late.load(std::memory_order_relaxed);
    seen.partly_late += one.partly_late.load(std::memory_order_relaxed);
    seen.in_gap += one.in_gap.load(std::memory_order_relaxed);
  }
  seen.epoch = epochs.last.load(std::memory_order_acquire);
  seen.epochs_committed = epochs.committed.load(std::memory_order_relaxed);
  seen.epochs_failed = epochs.failed.load(std::memory_order_relaxed) + epochs.cancelled.load(std::memory_order_relaxed);
  seen.longest_freeze = std::chrono::microseconds{epochs.longest_freeze.load(std::memory_order_relaxed)};
  seen.rounds_answered = watermarks.front().answers.load(std::memory_order_acquire);
  seen.combined = watermark{watermarks.front().combined.load(std::memory_order_relaxed)};
  seen.idle = watermarks.front().idle.load(std::memory_order_relaxed);
  for (const auto& source : sources) {
    seen.source_polls += source.polls.load(std::memory_order_acquire);
    seen.rounds_reported += source.rounds.load(std::memory_order_acquire);
    seen.records_read += source.records.load(std::memory_order_relaxed);
    seen.splits_idle += source.idle_splits.load(std::memory_order_relaxed);
  }
  return seen;
}

}  // namespace millrace::engine
