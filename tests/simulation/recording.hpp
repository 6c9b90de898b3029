// What one simulated run did, as seen from outside: messages, operators, sinks, the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <millrace/actors/flow/buffer_pool.hpp>
#include <millrace/actors/run.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/epoch_changes.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/script.hpp"

namespace millrace::simulation {

enum class call_kind : unsigned char { event, rise, freeze };

/// One thing that an operator was told, in the order in which it was.
struct operator_call {
  call_kind what = call_kind::event;
  oracle::step event{};                               ///< Key, time and value of an event that was applied.
  watermark to{};                                     ///< Of a rise.
  bool completed = true;                              ///< False: a rise that did not run to its end.
  std::shared_ptr<const operator_changes> changes{};  ///< Of a freeze.
};

/// What was seen of one key-group actor.
struct key_group_record {
  std::vector<operator_call> calls;
  std::vector<round_answer> answers;  ///< In the order in which they were handled.
};

/// The key-group actors of one stage.
using stage_record = std::vector<key_group_record>;

/// The batch that brought an event.
struct arrival {
  std::size_t stage = 0;
  std::size_t key_group_actor = 0;
  input_id input = 0;
  round_number round = 0;
  std::size_t number = 0;  ///< Of the event.
};

template <class Row>
struct written_row {
  std::size_t input = 0;
  step_number step = 0;
  Row row;
};

/// What was seen of one sink.
template <class Row>
struct sink_record {
  std::vector<written_row<Row>> rows;
  std::vector<step_mark> steps;
  std::size_t rows_behind_their_step = 0;  ///< Written after their step was closed.
  std::size_t finishes = 0;
};

/// What happened that a campaign counts.
struct happenings {
  bool suspended_firing = false;
  bool suspended_batch = false;
  bool parked_batch = false;
  bool held_behind_barrier = false;
  bool woke_behind = false;
  bool went_idle = false;
  bool starved = false;
  bool preempted = false;
  bool slow_store = false;
  bool timeout_before_actor = false;
};

/// What the coordinator counted.
struct epoch_counts {
  std::uint64_t begun = 0;
  std::uint64_t completed = 0;
  std::uint64_t cancelled = 0;
  std::uint64_t committed = 0;
  std::uint64_t failed = 0;
};

struct recording {
  std::vector<round_report> reports;  ///< In the order in which the first watermark actor handled them.
  /// How many reports of an input that watermark actor had handled when the input's barrier came, by epoch and input.
  std::map<std::pair<epoch_number, input_id>, round_number> rounds_before_barrier;
  std::vector<arrival> arrivals;
  std::vector<std::vector<round_answer>> answers_to_sources;
  std::vector<stage_record> stages;
  sink_record<oracle::result_row> rows;
  sink_record<oracle::missed_event> late;
  std::vector<std::size_t> read;      ///< Events read, by split.
  std::vector<epoch_changes> epochs;  ///< Those that were complete.
  epoch_counts counted;
  std::vector<std::weak_ptr<buffer_pool>> pools;
  std::optional<result<run_summary>> outcome;  ///< Nothing: the run did not come to an end.
  bool thrown = false;                         ///< The function of the user has thrown.
  bool keeps_state = false;
  bool crashed = false;                     ///< The process died in it.
  bool all_had_ended = false;               ///< It was opened behind the end of all input.
  std::size_t failed_commits = 0;           ///< Of the store.
  std::vector<oracle::result_row> shown{};  ///< What the world had seen when it began.
  std::vector<oracle::missed_event> shown_late{};
  bool asked = false;              ///< The stop or drain was sent before the end.
  bool epoch_stood_still = false;  ///< Nobody had anything to do, and an epoch was not complete.
  std::size_t jobs_left = 0;
  std::size_t actors_left = 0;
  std::uint64_t turns = 0;
  std::uint64_t schedule = 0;  ///< A hash of who ran when and what it was told.
  happenings seen;
};

/// What had happened up to a barrier: a run that was restored from it goes on from there.
struct past {
  std::vector<round_report> reports;                           ///< That were answered before the barrier.
  std::vector<std::vector<std::vector<operator_call>>> calls;  ///< By stage and key-group actor. Empty: no past.

  [[nodiscard]] bool empty() const noexcept { return calls.empty(); }
  [[nodiscard]] std::vector<operator_call> calls_of(std::size_t stage, std::size_t actor) const {
    return empty() ? std::vector<operator_call>{} : calls[stage][actor];
  }
};

}  // namespace millrace::simulation
