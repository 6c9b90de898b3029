// Runs cases on the window operator alone.
#pragma once

#include "engine.hpp"

namespace conformance {

class operator_engine final : public engine {
public:
  observation run_case(const test_case& wanted) override;
};

}  // namespace conformance
