// What one simulated run did, as seen from outside: messages, operators, sinks, the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/actors/flow/buffer_pool.hpp>
#include <millrace/actors/run.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/script.hpp"

namespace millrace::simulation {

/// One thing that an operator was told, in the order in which it was.
struct operator_call {
  bool is_rise = false;
  oracle::step event;      ///< Key, time and value of an event that was applied.
  watermark to;            ///< Of a rise.
  bool completed = false;  ///< A rise that ran to its end.
};

/// What was seen of one key-group actor.
struct key_group_record {
  std::vector<operator_call> calls;
  std::vector<round_answer> answers;  ///< In the order in which they were handled.
};

/// The batch that brought an event.
struct arrival {
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
  bool woke_behind = false;
  bool went_idle = false;
  bool starved = false;
  bool timeout_before_actor = false;
  bool preempted = false;
};

struct recording {
  std::vector<round_report> reports;  ///< In the order in which the watermark actor handled them.
  std::vector<arrival> arrivals;
  std::vector<std::vector<round_answer>> answers_to_sources;
  std::vector<key_group_record> key_groups;
  sink_record<oracle::result_row> rows;
  sink_record<oracle::missed_event> late;
  std::vector<std::size_t> read;  ///< Events read, by split.
  std::vector<std::weak_ptr<buffer_pool>> pools;
  std::optional<result<run_summary>> outcome;  ///< Nothing: the run did not come to an end.
  bool thrown = false;                         ///< The function of the user has thrown.
  bool asked = false;                          ///< The stop or drain was sent before the end.
  std::size_t jobs_left = 0;
  std::size_t actors_left = 0;
  std::uint64_t turns = 0;
  std::uint64_t schedule = 0;  ///< A hash of who ran when and what it was told.
  happenings seen;
  std::vector<std::string> remarks;  ///< Violations that were seen on the way.
};

}  // namespace millrace::simulation
