// Runs cases on the whole graph of actors, started as a program would start it.
#pragma once

#include "engine.hpp"

namespace conformance {

/// Two key-group actors, one source actor; only the reader, the clock and the sinks are the runner's own.
class actors_engine final : public engine {
public:
  observation run_case(const test_case& wanted) override;
};

}  // namespace conformance
