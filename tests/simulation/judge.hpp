// What must be true of a recording, whatever the schedule was.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "recording.hpp"
#include "scenario.hpp"

namespace millrace::simulation {

/// The answers that the oracle's reading of the watermark rules gives to the reports as they came.
struct expected_answers {
  std::vector<round_answer> all;
  bool woke_behind = false;  ///< A split came back behind the combined watermark.
  bool went_idle = false;
};
[[nodiscard]] expected_answers answers_to(const scenario& asked, const std::vector<round_report>& reports);

/// The first violation in words, or nothing.
[[nodiscard]] std::optional<std::string> violation_in(const scenario& asked, const recording& seen);

/// Its parts. Each takes for granted that those before it found nothing.
[[nodiscard]] std::optional<std::string> violation_of_the_end(const scenario& asked, const recording& seen);
[[nodiscard]] std::optional<std::string> violation_of_answers(const scenario& asked, const recording& seen,
                                                              const std::vector<round_answer>& expected);
[[nodiscard]] std::optional<std::string> violation_of_rounds(const scenario& asked, const recording& seen,
                                                             const std::vector<round_answer>& expected);
[[nodiscard]] std::optional<std::string> violation_of_watermarks(const scenario& asked, const recording& seen);
[[nodiscard]] std::optional<std::string> violation_of_rows(const scenario& asked, const recording& seen,
                                                           const std::vector<round_answer>& expected);

/// The run came to an end that is no failure.
[[nodiscard]] bool went_well(const recording& seen);
/// Every split has ended, of itself or by a drain.
[[nodiscard]] bool ended(const recording& seen);

}  // namespace millrace::simulation
