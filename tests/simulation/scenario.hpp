// What a seed asks for: a job, its input, how the graph is built, what happens to it, and how it is scheduled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/time/event_time.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/script.hpp"

namespace millrace::simulation {

/// One thing that a split brings, after it was dry for a while.
struct split_step {
  duration stall{0};  ///< On the virtual clock.
  oracle::step what;  ///< No end: the end of the list is the end of the split.
};

/// The value of an event tells which one it is.
[[nodiscard]] constexpr std::int64_t value_of(std::int64_t plain, std::size_t number) noexcept {
  return (plain % 1000) * 1000 + static_cast<std::int64_t>(number);
}
/// Requires a value that was made by `value_of` with a number below 1000.
[[nodiscard]] constexpr std::size_t number_of(std::int64_t value) noexcept {
  return static_cast<std::size_t>(((value % 1000) + 1000) % 1000);
}

/// The key of an event in the second stage, where there are two.
[[nodiscard]] constexpr std::int64_t second_key_of(std::int64_t value) noexcept {
  return static_cast<std::int64_t>(number_of(value) % 3);
}

/// Where a function of the user throws.
enum class throwing_place : unsigned char { nowhere, reader, key_function, operator_call, sink };
/// What stands before the stage of the job: nothing, windows of a millisecond or a function of each event, which pass
/// events through.
enum class stage_before : unsigned char { none, windows, each_event };
enum class control_kind : unsigned char { none, stop, drain };
enum class picking : unsigned char { any, sticky, priorities };

struct schedule_settings {
  std::uint64_t seed = 0;
  picking policy = picking::any;
  unsigned timeout_percent = 0;     ///< How likely a timeout goes before an actor that is ready.
  unsigned starve_percent = 0;      ///< How likely an actor that is picked is left alone for a while instead.
  unsigned slow_store_percent = 0;  ///< How likely the store is left alone when it is picked.
  unsigned preempt_percent = 0;     ///< How likely others run in the middle of a handler, after it has sent a message.
};

/// One run of several that keep state, each of which goes on from what the one before has left.
struct stored_run {
  std::size_t actors = 1;
  std::size_t source_actors = 1;
  std::vector<std::uint64_t> epochs_at{};
  std::uint64_t crash_at = 0;       ///< The process dies at this turn; 0: at none.
  std::size_t crash_at_commit = 0;  ///< It dies between this commit of the store and those of the sinks; 0: at none.
  std::size_t failing_commits = 0;  ///< So many of the first commits fail.
  unsigned slow_store_percent = 0;  ///< How likely the store is left alone for a while.
};

struct scenario {
  oracle::job asked;
  std::vector<std::vector<split_step>> splits;
  std::optional<duration> disorder;  ///< Of the generator; absent: the reader's own watermarks.
  std::optional<duration> idle_timeout;
  report_mode report;
  double rate = 0;

  std::size_t source_actors = 1;
  std::size_t actors = 1;
  std::size_t key_groups = 128;
  std::size_t round = 4096;
  std::size_t batch = 4096;
  std::size_t buffers = 4;  ///< From a sender to each of its receivers.

  stage_before before = stage_before::none;
  std::vector<std::uint64_t> epochs_at{};  ///< Turns of actors after which an epoch is asked for.
  duration epoch_timeout{60'000};
  processing_guarantee guarantee = processing_guarantee::exactly_once;
  control_kind control = control_kind::none;
  std::uint64_t control_at = 0;  ///< After so many turns of actors.
  throwing_place throws = throwing_place::nowhere;
  std::uint64_t throws_at = 0;  ///< Calls of that function before the one that throws.

  std::vector<stored_run> stored{};  ///< Runs that keep state; the last one is not disturbed.

  schedule_settings schedule;
};

[[nodiscard]] std::string text_of(const scenario& described);

/// The scenario of a seed, the same on every machine.
[[nodiscard]] scenario scenario_of(std::uint64_t seed);

}  // namespace millrace::simulation
