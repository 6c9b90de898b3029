// The logical plan: what a pipeline is made of, types erased. The typed API builds it, an engine runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/protocol/round_grid.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <millrace/core/source/split_program.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/all_idle.hpp>
#include <optional>
#include <string>
#include <vector>

namespace millrace {

/// When a source tells of its watermarks.
struct report_mode {
  enum class kind : unsigned char { rounds, every_record, periodic };
  kind what = kind::rounds;
  duration interval{200};  ///< With `periodic` only, > 0, on the processing clock.

  static constexpr report_mode rounds() noexcept { return {}; }
  static constexpr report_mode every_record() noexcept { return {.what = kind::every_record}; }
  static constexpr report_mode periodic(duration interval) noexcept {
    return {.what = kind::periodic, .interval = interval};
  }
  constexpr bool operator==(const report_mode&) const noexcept = default;
};

/// One source and the steps fused onto it, up to the keyed exchange.
struct source_node {
  std::string name;
  std::string kind;          ///< For `explain`: "line files flights.jsonl", "collection of 5 elements".
  std::string steps;         ///< For `explain`: "event time, bounded 5000 ms, filter, key by".
  bool blocking = false;     ///< `read` may wait for a file or a socket.
  bool reads_events = true;  ///< The generator reads events, so an event wakes an idle split (false: manual).
  std::optional<duration> idle_timeout;
  all_idle_policy all_idle;
  report_mode report;
  double rate = 0;  ///< Records per second at most, over all splits; 0: as fast as it goes.
  /// Opens every split, to scatter over this many key groups. Called once, at start, in a thread of the caller.
  std::function<result<std::vector<std::unique_ptr<split_program>>>(std::uint32_t key_groups)> open;
};

/// One way out of a stage and the sinks that read it.
struct output_node {
  std::string name;  ///< "rows", "late", or a side output's name.
  std::function<std::unique_ptr<batch>()> make_batch;
  std::vector<std::size_t> sinks;  ///< Indices into `logical_plan::sinks`; empty: not connected.
  /// The stage whose exchange the rows go through, if they go to one; then there are no sinks, and a batch is an input
  /// batch of that stage.
  std::optional<std::size_t> next_stage{};
};

/// One keyed exchange and the operator behind it. A stage that leads its rows to another makes no corrections.
struct stage_node {
  std::string name;                  ///< Its identity in messages and state, unique in the plan.
  std::string window;                ///< For `explain`: "tumbling 3600000 ms, allowed lateness 0 ms, retract".
  std::string operator_name;         ///< For `explain`: which operator runs and why.
  std::vector<std::size_t> sources;  ///< Indices into `logical_plan::sources`; empty when another stage comes before.
  std::optional<std::size_t> previous_stage{};  ///< The stage whose rows this one reads, instead of sources.
  /// Event times at which this stage wants a round to end. In the stage that reads sources also those of the stages
  /// behind it, moved by what the stages between hold back: all that sources need to know.
  round_grid grid;
  std::function<std::unique_ptr<batch>()> make_input_batch;
  std::function<std::unique_ptr<keyed_operator>()> make_operator;
  std::vector<output_node> outputs;  ///< 0 rows, 1 late events, then side outputs.
};

/// One sink.
struct sink_node {
  std::string name;
  std::string kind;       ///< For `explain`: "file counts.jsonl", "callback".
  bool blocking = false;  ///< Writing may wait for a file or a socket.
  std::function<result<std::unique_ptr<sink_writer>>(state_origin)> open;
};

/// A checked plan. Built by the typed API (`millrace/core/pipeline/pipeline.hpp`); every option was in range when it
/// was made. Move-only in spirit: sources and sinks are opened once.
struct logical_plan {
  std::string name;
  std::vector<source_node> sources;
  std::vector<stage_node> stages;  ///< In order of the exchanges: a stage comes after the one that it reads.
  std::vector<sink_node> sinks;

  /// The plan in words, a line a part.
  [[nodiscard]] std::string explain() const;
};

}  // namespace millrace
