// What must be true of a recording, whatever the schedule was.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "recording.hpp"
#include "scenario.hpp"

namespace millrace::simulation {

/// The reports in the order in which they were answered: one that stands behind a barrier waits for others.
[[nodiscard]] std::vector<round_report> answered_reports(const recording& seen);

/// The answers that the oracle's reading of the watermark rules gives to the reports in this order.
struct expected_answers {
  std::vector<round_answer> all;
  bool woke_behind = false;  ///< A split came back behind the combined watermark.
  bool went_idle = false;
};
[[nodiscard]] expected_answers answers_to(const scenario& asked, const std::vector<round_report>& before,
                                          const std::vector<round_report>& reports);

/// The same answers as the stage behind the first one is given them.
[[nodiscard]] std::vector<round_answer> passed_on(std::vector<round_answer> answers);

/// The first violation in words, or nothing. `before` is what had happened before a run that was restored.
[[nodiscard]] std::optional<std::string> violation_in(const scenario& asked, const recording& seen,
                                                      const past& before = {});

/// Its parts. Each takes for granted that those before it found nothing.
[[nodiscard]] std::optional<std::string> violation_of_the_end(const scenario& asked, const recording& seen);
[[nodiscard]] std::optional<std::string> violation_of_answers(const recording& seen,
                                                              const std::vector<round_answer>& expected);
[[nodiscard]] std::optional<std::string> violation_of_rounds(const scenario& asked, const recording& seen,
                                                             const std::vector<round_answer>& expected,
                                                             const past& before);
[[nodiscard]] std::optional<std::string> violation_of_watermarks(const scenario& asked, const recording& seen,
                                                                 const past& before);
[[nodiscard]] std::optional<std::string> violation_of_passing(const scenario& asked, const recording& seen,
                                                              const past& before);
[[nodiscard]] std::optional<std::string> violation_of_rows(const scenario& asked, const recording& seen,
                                                           const std::vector<round_answer>& expected,
                                                           const past& before);
[[nodiscard]] std::optional<std::string> violation_of_epochs(const scenario& asked, const recording& seen,
                                                             const std::vector<round_answer>& expected);

/// The steps that a key-group actor with these calls passes on: one for each answer, and at least once one for each
/// barrier before the end.
[[nodiscard]] std::vector<step_mark> steps_of(const scenario& asked, const std::vector<operator_call>& calls,
                                              const std::vector<round_answer>& expected);

/// What had happened up to the barrier of a complete epoch of `seen`, which is taken for right and itself went on from
/// `before`.
[[nodiscard]] past past_of(const recording& seen, const epoch_changes& epoch, const past& before = {});

/// The same past, dealt out to the key-group actors of `asked` by the keys of its events.
[[nodiscard]] past dealt_to(const scenario& asked, const past& before);

/// Every row and every late event that the operators made in a past.
struct shown_rows {
  std::vector<oracle::result_row> rows{};
  std::vector<oracle::missed_event> late{};
};
[[nodiscard]] shown_rows rows_of(const scenario& asked, const past& before);

/// What a stage that passes events through has made of its calls.
struct passing {
  std::vector<std::pair<round_number, std::size_t>> sent;  ///< The round and the number of each event.
  std::size_t dropped_late = 0;
  std::size_t open_panes = 0;
};
[[nodiscard]] passing passing_of(stage_before what, const std::vector<operator_call>& before,
                                 const std::vector<operator_call>& calls);

/// The run came to an end that is no failure.
[[nodiscard]] bool went_well(const recording& seen);
/// Every split has ended, of itself or by a drain.
[[nodiscard]] bool ended(const recording& seen);

}  // namespace millrace::simulation
