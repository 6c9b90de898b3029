// What the repetitions of a run have shown.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "options.hpp"

namespace millrace::load {

/// One repetition: the engine, then the reference loop, over the same events.
struct repetition {
  double events_per_second = 0;
  double reference_events_per_second = 0;
  std::uint64_t results = 0;  ///< Of the reference loop.
  bool results_match = false;
  std::uint64_t checkpoints = 0;                ///< Epochs on disk.
  std::chrono::microseconds longest_freeze{0};  ///< How long an actor stood still for one.
  std::uint64_t peak_anonymous_bytes = 0;       ///< Of the engine's part, the input not counted.
};

/// The middle one; of an even number the mean of the middle two. Requires at least one value.
[[nodiscard]] double median(std::vector<double> values);

/// True when the results of every repetition match.
[[nodiscard]] bool all_match(const std::vector<repetition>& done);

/// A line a repetition, for people.
[[nodiscard]] std::string heading();
[[nodiscard]] std::string line_of(std::size_t number, const repetition& done);
/// The medians, the ratio and its spread.
[[nodiscard]] std::string closing_lines(const std::vector<repetition>& done);

/// The same as one line of JSON. `ratio` is that of the two medians; `ratio_min` and `ratio_max` are those of single
/// repetitions.
[[nodiscard]] std::string json_line(const throughput_options& chosen, const std::vector<repetition>& done);

}  // namespace millrace::load
