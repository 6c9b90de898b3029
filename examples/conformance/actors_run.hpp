// One case on the whole graph of actors, taken through its steps one at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <millrace/actors/run.hpp>
#include <millrace/core/time/clock.hpp>
#include <vector>

#include "case_plan.hpp"
#include "observation.hpp"
#include "recorder.hpp"
#include "script_source.hpp"
#include "test_case.hpp"

namespace conformance {

/// Starts the graph and gives out a step when all that the one before caused has come out of the sinks. Errors: an
/// exception with the first failure of the graph, or when it does not come to rest.
class actors_run {
public:
  actors_run(const test_case& wanted, plan_shape shape);

  /// Call once.
  observation run();

private:
  void publish(std::size_t step);
  void wait_for_rest(std::size_t step);
  [[nodiscard]] bool all_ended() const;
  [[nodiscard]] observation with_counts(const millrace::run_progress& counts) const;

  const test_case& wanted_;
  std::shared_ptr<millrace::manual_clock> clock_;
  std::shared_ptr<script> script_;
  std::shared_ptr<recorder> recorder_;
  millrace::running_pipeline graph_;
  std::size_t ended_ = 0;
};

}  // namespace conformance
