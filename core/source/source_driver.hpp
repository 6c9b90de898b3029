// Drives the splits of one source actor: turns, rounds, idleness, throttle. Pure: the clock is passed in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/batch/output_port.hpp>
#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/protocol/round_cutter.hpp>
#include <millrace/core/source/split_program.hpp>
#include <millrace/core/source/throttle.hpp>
#include <millrace/core/watermark/idle_timer.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace millrace {

/// What the driver asks of its owner.
class source_host {
public:
  virtual ~source_host() = default;
  /// A round has ended: send every open batch, then the report.
  virtual void end_round(round_report report) = 0;
};

/// One of the splits that a driver reads.
struct driven_split {
  split_id id = 0;         ///< Over all inputs of the exchange.
  std::size_t source = 0;  ///< Index into `source_driver::options::sources`.
  std::unique_ptr<split_program> program;
};

/// Reads splits in fixed turns of 64 records, cuts rounds and reports them. With files and one driver everything it
/// does follows from the input alone; time limits follow the clock that is passed in. Confined to its source actor.
class source_driver {
public:
  /// Records of one split before the next one has its turn.
  static constexpr std::size_t turn = 64;
  /// Rounds that may be unanswered before reading waits.
  static constexpr round_number unanswered_limit = 64;

  /// What the plan says of one source.
  struct timing {
    bool reads_events = true;
    std::optional<duration> idle_timeout{};
    report_mode report{};
    double rate = 0;
  };

  struct options {
    exchange_id exchange = 0;
    input_id input = 0;
    std::size_t round = 4096;  ///< Records in a round at most.
    round_grid grid{};         ///< Times that matter downstream.
    all_idle_policy all_idle{};
    duration poll_interval{10};  ///< How often a dry split is asked again.
    std::vector<timing> sources{};
  };

  enum class state : unsigned char {
    busy,       ///< Call again at once.
    no_credit,  ///< Call again when a buffer has come back.
    answers,    ///< Call again when an answer has come.
    waiting,    ///< Call again at `wake_at`.
    barrier,    ///< A barrier was asked for, and its place is here: no round is under way.
    ended,      ///< Every split has ended and is reported.
  };
  struct outcome {
    state what = state::busy;
    event_time wake_at;  ///< With `waiting` only.
  };

  /// Requires at least one source timing; splits may be none, then the driver has ended at once.
  source_driver(options chosen, std::vector<driven_split> splits, event_time now);

  /// Reads on, until a round has ended, a full round of turns is over, or nothing can be read.
  outcome step(event_time now, std::span<output_port* const> ports, source_host& host);

  /// The watermark service has answered `round`.
  void on_answered(round_number round) noexcept;

  /// Asks for the place of a barrier, which is the end of the running round: `step` stops there with `barrier` until
  /// `barrier_sent` is called. A throttle does not hold the rest of that round back.
  void want_barrier() noexcept { wants_barrier_ = true; }
  void barrier_sent() noexcept { wants_barrier_ = false; }

  /// What it takes to go on from the end of a round: where each split stands, and what follows for later rounds.
  struct position {
    struct split {
      split_id id = 0;
      std::size_t source = 0;                       ///< As in `driven_split`.
      std::string name;                             ///< `split_program::name`.
      std::shared_ptr<const split_position> place;  ///< Null for a split that cannot be set back: it just reads on.
      watermark reported;
      bool idle = false;
      bool ended = false;
    };
    std::vector<split> splits;
    /// Nothing where splits of several drivers were put together anew: it then begins with what each has reported.
    std::optional<round_cutter::state> cutter;
    std::size_t cursor = 0;
    std::size_t left_in_turn = turn;
  };

  /// Where reading stands. Requires that no round is under way, as after `step` said `barrier`.
  [[nodiscard]] position place_to_resume() const;

  /// Goes on from a position of a driver of the same splits, or of the first of them: the others begin at their start.
  /// A split without a place begins where its reader does, and reports again when it is beyond what it had reported.
  /// Rounds are numbered from 1 again; times without a record begin now. Called before the first step; again, it does
  /// the same once more. Errors: `failure` with `internal` for a position of other splits; those of
  /// `split_program::resume`.
  void resume(const position& from);

  /// Ends every split at the next step, wherever it is.
  void drain() noexcept { draining_ = true; }

  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
  /// Rounds reported.
  [[nodiscard]] round_number rounds() const noexcept { return round_; }
  /// The round that batches belong to now.
  [[nodiscard]] round_number running_round() const noexcept { return round_ + 1; }
  [[nodiscard]] std::uint64_t dry_passes() const noexcept { return dry_passes_; }
  [[nodiscard]] std::size_t idle_splits() const noexcept;

private:
  struct split_state {
    driven_split what;
    watermark reported;  // the last watermark in a report
    idle_timer timer;
    event_time next_report;  // with periodic reports
    event_time woken_at;     // an active signal does not restart the timer: idle again from the next millisecond on
    bool idle = false;
    bool ended = false;
  };

  enum class pass : unsigned char { go_on, next_split, give_back, no_credit, waits };

  const timing& timing_of(const split_state& split) const { return options_.sources[split.what.source]; }
  pass visit(split_state& split, std::size_t index, std::span<output_port* const> ports, source_host& host);
  pass found_dry(split_state& split, std::size_t index, source_host& host);
  void begin_pass(event_time now);
  outcome end_pass(event_time now, source_host& host);
  void end_round(source_host& host, std::optional<split_report> last = std::nullopt);
  void add_last_watermark(round_report& report, split_id id);
  void report_periodically(split_state& split, source_host& host);
  void go_idle(split_state& split, std::size_t index, source_host& host);
  void end_split(split_state& split, std::size_t index, source_host& host);
  [[nodiscard]] bool is_barrier_place() const noexcept;
  void expect_splits_of(const position& from) const;
  void resume_cutter(const position& from);
  void suspend_timers(event_time now);
  void resume_timers(event_time now);

  options options_;
  std::vector<split_state> splits_;
  std::vector<throttle> throttles_;  // one a source
  round_cutter cutter_;
  round_number round_ = 0;     // rounds reported
  round_number answered_ = 0;  // rounds answered
  std::size_t cursor_ = 0;     // the split whose turn it is
  std::size_t left_in_turn_ = turn;
  std::size_t ended_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t dry_passes_ = 0;
  event_time pass_began_;  // the clock is read once a pass, so that all splits see the same time
  event_time wake_at_ = event_time::max();
  bool pass_read_ = false;  // this pass has read something
  bool pass_dry_ = false;   // this pass has found a split dry
  bool suspended_ = false;
  bool draining_ = false;
  bool wants_barrier_ = false;
};

}  // namespace millrace
