// What a sink of lines has written.
#pragma once

#include <atomic>
#include <cstdint>

namespace millrace {

/// Counters of one sink. Thread-safe to read while it runs; written by its actor alone.
struct line_sink_report {
  std::atomic<std::uint64_t> rows{0};           ///< Rows taken, those of open steps included.
  std::atomic<std::uint64_t> bytes{0};          ///< Bytes handed to the system.
  std::atomic<std::uint64_t> waiting_bytes{0};  ///< Bytes that rows of open steps take in memory now.
  std::atomic<std::uint64_t> spilled_bytes{0};  ///< Bytes of rows that went to a temporary file.
  std::atomic<std::uint64_t> spilled_runs{0};   ///< How often that happened.
};

}  // namespace millrace
