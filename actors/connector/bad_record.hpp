// What a source does with input that is no record, and what it tells about it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <millrace/core/error.hpp>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace millrace {

/// The policy for bad records: lines that are malformed, too long or not UTF-8.
struct bad_record {
  enum class kind : unsigned char { fail, skip, quarantine };
  kind what = kind::fail;
  std::string path = {};   ///< With `quarantine`: the file that takes the raw lines.
  bool overwrite = false;  ///< With `quarantine`: an existing file is replaced instead of refused.

  /// The first one ends the pipeline.
  static bad_record fail() { return {}; }
  /// Counted and left out; the first ones are kept as messages.
  static bad_record skip() { return {.what = kind::skip, .path = {}}; }
  /// As `skip`, and the raw line goes to a file; of a line over the limit only as much as the limit.
  static bad_record quarantine(std::string path, bool overwrite = false) {
    return {.what = kind::quarantine, .path = std::move(path), .overwrite = overwrite};
  }
};

/// The bad records that a source has left out, over all splits. Thread-safe, also while the source runs.
class bad_record_report {
public:
  explicit bad_record_report(std::size_t report_first) noexcept : report_first_(report_first) {}

  /// Counts one; keeps its message if it is among the first.
  void add(const error& bad);

  /// Bad records so far.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_.load(std::memory_order_relaxed); }
  /// Those of them that were too long.
  [[nodiscard]] std::uint64_t too_long() const noexcept { return too_long_.load(std::memory_order_relaxed); }
  /// What was wrong with the first ones: "flights.jsonl line 12: ...".
  [[nodiscard]] std::vector<std::string> messages() const;

private:
  const std::size_t report_first_;
  std::atomic<std::uint64_t> count_{0};
  std::atomic<std::uint64_t> too_long_{0};
  mutable std::mutex guard_;
  std::vector<std::string> messages_;  // guarded by `guard_`
};

}  // namespace millrace
