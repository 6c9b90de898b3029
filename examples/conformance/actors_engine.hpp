// Runs cases on the whole graph of actors, started as a program would start it.
#pragma once

#include "case_plan.hpp"
#include "engine.hpp"

namespace conformance {

/// Two key-group actors a stage, one source actor; only the reader, the clock and the sinks are the runner's own.
class actors_engine final : public engine {
public:
  explicit actors_engine(plan_shape shape) : shape_(shape) {}

  observation run_case(const test_case& wanted) override;

private:
  plan_shape shape_;
};

}  // namespace conformance
