// Runs a plan on actors: the door that a program goes through. No actor library is needed to include it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/actors/restart_policy.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/time/clock.hpp>
#include <millrace/core/time/event_time.hpp>
#include <optional>
#include <string>
#include <vector>

namespace caf {
class actor_system;
}

namespace millrace {

/// State that survives the process: epochs in a directory of the pipeline's own.
struct state_options {
  std::string directory;      ///< Made when it is not there. Where it holds an epoch, the run goes on from it.
  duration interval{1000};    ///< From the beginning of an epoch to that of the next, 1 ms to 1 day.
  duration minimum_pause{0};  ///< From the end of an epoch to the beginning of the next at least.
  duration timeout{60'000};   ///< An epoch that takes longer is given up; the next one takes its changes. >= 1 ms.
  processing_guarantee guarantee = processing_guarantee::exactly_once;
  std::uint64_t map_size = 1ULL << 40U;  ///< Address space for the file of the state: its greatest size, in bytes.
};

/// How a plan is spread over actors. Every default suits; rows do not depend on any of them with one source actor,
/// event time and no time limits, but for sessions behind another stage, where `round` may tell.
struct run_options {
  std::size_t actors = 0;         ///< Key-group actors; 0: one per core. At most `key_groups`.
  std::size_t source_actors = 1;  ///< Actors that read splits, >= 1. More read faster; order among them is not fixed.
  std::size_t key_groups = 128;   ///< Fixed for the life of a pipeline's state, >= 1, at most 65536.
  std::size_t round = 4096;       ///< Records in a round at most, >= 1.
  std::size_t batch = 4096;       ///< Elements in a batch, >= 1.
  duration poll_interval{10};     ///< How often a dry source is asked again, 1 ms to 1 min.
  duration stop_limit{10'000};    ///< What `stop` waits for at most before it names who does not answer, >= 1 ms.
  std::shared_ptr<const clock> processing_clock = nullptr;  ///< Empty: the system's clock.
  restart_policy restart{};                                 ///< After a failure; with `state` only.
  std::optional<state_options> state{};  ///< Empty: nothing is kept, and a new run begins at the beginning.
};

/// A snapshot of a running pipeline's counters. Counts never fall.
struct run_progress {
  std::uint64_t records_read = 0;      ///< Records read, those that filters dropped included.
  std::uint64_t events = 0;            ///< Events applied by key-group actors, those of every keyed stage added up.
  std::uint64_t rows = 0;              ///< Rows of main outputs that key-group actors of every stage made.
  std::uint64_t dropped_late = 0;      ///< Events that every window missed.
  std::uint64_t partly_late = 0;       ///< Events that some windows missed.
  std::uint64_t in_gap = 0;            ///< Events that no window covers.
  std::uint64_t open_panes = 0;        ///< Live (key, window) pairs; falls too.
  std::uint64_t rounds_reported = 0;   ///< Rounds that source actors have ended.
  std::uint64_t rounds_answered = 0;   ///< Answers of the watermark actor behind the sources.
  std::uint64_t steps_closed = 0;      ///< The number of the last step that every sink has closed.
  std::uint64_t source_polls = 0;      ///< Passes over all splits that found nothing to read.
  std::size_t splits_idle = 0;         ///< Splits that are idle now.
  epoch_number epoch = 0;              ///< The last one on disk, where state is kept.
  std::uint64_t epochs_committed = 0;  ///< In this run.
  std::chrono::microseconds longest_freeze{0};  ///< How long a key-group actor stood still for an epoch at most.
  std::uint64_t restarts = 0;                   ///< Of this run, after failures.
  std::uint64_t epochs_failed = 0;              ///< Given up, or not stored; their changes went into the next one.
  watermark combined;                           ///< The combined watermark; `watermark::none()` before the first.
  bool idle = false;                            ///< All inputs are idle.
};

/// How a run ended.
enum class run_end : unsigned char { ended, drained, stopped, output_closed };

/// What a finished run has done.
struct run_summary {
  run_end how = run_end::ended;
  run_progress counts;
};

/// A started pipeline. Thread safety: every function may be called from any thread. The destructor stops the pipeline
/// if it still runs.
class running_pipeline {
public:
  running_pipeline(running_pipeline&&) noexcept;
  running_pipeline& operator=(running_pipeline&&) noexcept;
  ~running_pipeline();

  /// Waits for the end. Errors: the first failure of the pipeline; `wait_refused` when called from an actor's thread.
  result<run_summary> wait();

  /// Stops without a final watermark: whole steps are written, the open one is dropped. Where state is kept, a last
  /// epoch is committed first, and the next run goes on from it. Waits for it. Errors: `stop_timed_out` after the stop
  /// limit, naming the actors that did not answer.
  result<run_summary> stop();

  /// Asks every source to end now: everything fires, as at the end of input. Does not wait.
  void drain();

  [[nodiscard]] run_progress progress() const;

  /// Why the last epoch that could not be stored could not, where state is kept. The run goes on meanwhile.
  [[nodiscard]] std::optional<error> failed_epoch() const;

  /// What the last run that was begun again failed of, under a restart policy.
  [[nodiscard]] std::optional<error> last_failure() const;

  /// What works worse than it could, in sentences: settings of the caller's actor system, and sources that cannot be
  /// read again, where state is kept. Empty when all is well.
  [[nodiscard]] const std::vector<std::string>& warnings() const;

  class implementation;
  explicit running_pipeline(std::shared_ptr<implementation> started);

private:
  std::shared_ptr<implementation> implementation_;
};

/// Opens sources and sinks and starts the pipeline in an actor system of its own. A pipeline whose state says that it
/// has ended is not started again: what its sinks have not shown yet they show, and `wait` returns at once. Errors: an
/// option out of range, a source that is missing, a sink that cannot be opened, a state directory that does not fit the
/// plan (`state_refused`, which names what differs); then nothing was started.
result<running_pipeline> start(logical_plan plan, run_options options = {});

/// The same inside the caller's actor system, which must outlive the pipeline.
result<running_pipeline> start(caf::actor_system& system, logical_plan plan, run_options options = {});

/// `start` and `wait`.
result<run_summary> run(logical_plan plan, run_options options = {});

}  // namespace millrace
