// The counters of a running pipeline: each written by one actor, read by anybody.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/actors/run.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <vector>

namespace millrace::engine {

/// Of one source actor.
struct source_counters {
  std::atomic<std::uint64_t> records{0};
  std::atomic<std::uint64_t> rounds{0};
  std::atomic<std::uint64_t> polls{0};
  std::atomic<std::size_t> idle_splits{0};
};

/// Of one watermark actor.
struct watermark_counters {
  std::atomic<std::uint64_t> answers{0};
  std::atomic<std::int64_t> combined{watermark::none().milliseconds};
  std::atomic<bool> idle{false};
};

/// Of one key-group actor.
struct key_group_counters {
  std::atomic<std::uint64_t> events{0};
  std::atomic<std::uint64_t> rows{0};
  std::atomic<std::uint64_t> dropped_late{0};
  std::atomic<std::uint64_t> partly_late{0};
  std::atomic<std::uint64_t> in_gap{0};
  std::atomic<std::uint64_t> open_panes{0};

  void publish(const operator_counts& counts) noexcept;
};

/// Of one sink actor.
struct sink_counters {
  std::atomic<step_number> closed{0};
};

/// Of the coordinator.
struct epoch_counters {
  std::atomic<std::uint64_t> begun{0};
  std::atomic<std::uint64_t> completed{0};
  std::atomic<std::uint64_t> cancelled{0};
  std::atomic<std::uint64_t> committed{0};      // on disk
  std::atomic<std::uint64_t> failed{0};         // could not be stored
  std::atomic<std::int64_t> longest_freeze{0};  // microseconds, by any key-group actor
  std::atomic<epoch_number> last{0};            // the last one on disk
};

/// All of a pipeline's. The lists do not change once the pipeline has started. Thread-safe.
struct pipeline_counters {
  pipeline_counters(std::size_t source_count, std::size_t stage_count, std::size_t key_group_count,
                    std::size_t sink_count)
      : sources(source_count), watermarks(stage_count), key_groups(stage_count * key_group_count), sinks(sink_count) {}

  std::vector<source_counters> sources;
  std::vector<watermark_counters> watermarks;  // by exchange
  std::vector<key_group_counters> key_groups;  // by stage, then by actor
  std::vector<sink_counters> sinks;
  epoch_counters epochs;

  [[nodiscard]] run_progress snapshot() const;
};

}  // namespace millrace::engine
