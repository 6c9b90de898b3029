// One case on one operator, in a plain loop: no actors, no threads, the clock is a number.
#pragma once

#include <cstdint>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/combiner.hpp>
#include <millrace/core/watermark/idle_timer.hpp>
#include <optional>
#include <string>
#include <vector>

#include "chosen_generator.hpp"
#include "kept_port.hpp"
#include "observation.hpp"
#include "recorded_rows.hpp"
#include "test_case.hpp"

namespace conformance {

/// Takes a case through its steps: each input's generator and idle timer, the combiner over them, the operator behind
/// it. Errors: `failure` of the library.
class operator_run {
public:
  operator_run(const test_case& wanted, std::unique_ptr<millrace::keyed_operator> under_test);

  /// Call once.
  observation run();

private:
  struct input {
    std::optional<chosen_generator> generator;  // none: manual
    millrace::idle_timer timer;
    bool idle = false;
    bool ended = false;
  };

  void apply(const event_step& event);
  void apply(const watermark_step& mark);
  void apply(const idle_step& idle);
  void apply(const active_step& active);
  void apply(const clock_step& clock);
  void apply(const end_step& end);

  void process(const event_step& event);
  void go_idle(std::size_t source);
  void wake(std::size_t source);
  void take_rows();
  /// Tells the operator of a risen combined watermark, and the observation of what changed.
  void pass_on();

  const test_case& wanted_;
  std::unique_ptr<millrace::keyed_operator> operator_;
  kept_port<result_row> rows_;
  kept_port<missed_event> late_;
  millrace::event_batch<std::string, std::int64_t> events_;
  std::vector<input> inputs_;
  millrace::combiner combiner_;
  millrace::event_time clock_{0};
  bool idle_ = false;
  std::size_t step_ = 0;
  observation seen_;
};

}  // namespace conformance
