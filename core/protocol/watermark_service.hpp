// Answers the reports of an exchange's inputs: what the watermark actor does, without the actor.
#pragma once

#include <cstddef>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/all_idle.hpp>
#include <millrace/core/watermark/combiner.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace millrace {

/// Numbers its answers from 1, one for every report in order, whether or not anything changed, and one for a clock step
/// that changed something. After the answer that says `end` it accepts no report. An exchange without splits is at its
/// end with the first report. After a `failure` it is not to be used again. Confined to its actor.
class watermark_service {
public:
  /// Combines the watermarks of `splits` splits, numbered from 0 over all inputs of `exchange`.
  watermark_service(exchange_id exchange, std::size_t splits, all_idle_policy policy = {});

  /// Goes on from the `state` of an earlier service. Rounds and answers are numbered from 1 again.
  watermark_service(exchange_id exchange, combiner state) : exchange_(exchange), combiner_(std::move(state)) {}

  /// Applies the lines in their order and answers.
  /// Errors: `failure` with `internal` for another exchange's report, for a round of an input that does not follow its
  /// last one (the first is 1), for a split that does not exist and for a report after the end; with `event_after_end`
  /// for a line of a split that has ended.
  /// Cost: as `combiner`, a line.
  round_answer on_report(const round_report& report);

  /// The processing clock reads `now`. Returns an answer of round 0 if something changed, which happens only while
  /// `follows_clock()`.
  std::optional<round_answer> on_clock(event_time now);

  /// True while all splits are idle under `wall_clock`: `on_clock` wants to be called, first at once, then regularly.
  [[nodiscard]] bool follows_clock() const noexcept { return combiner_.follows_clock(); }

  /// All that later answers depend on: each split's last watermark and flags, the combined watermark.
  [[nodiscard]] const combiner& state() const noexcept { return combiner_; }

  /// What the last answer said, or would say before any.
  [[nodiscard]] watermark combined() const noexcept { return combiner_.combined(); }
  [[nodiscard]] bool idle() const noexcept { return combiner_.idle(); }
  /// The answer that says `end` was given.
  [[nodiscard]] bool ended() const noexcept { return end_answered_; }

private:
  void check_order(const round_report& report);
  void apply(const split_report& line);
  round_answer answer(input_id input, round_number round);

  exchange_id exchange_;
  combiner combiner_;
  std::vector<round_number> last_rounds_;  // by input; one that has not reported yet may be missing at the end
  answer_number answers_ = 0;
  bool end_answered_ = false;
};

}  // namespace millrace
