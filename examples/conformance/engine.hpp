// What runs a case.
#pragma once

#include "observation.hpp"
#include "test_case.hpp"

namespace conformance {

/// Runs cases for which `missing_for` is empty, one at a time. Errors: an exception, whose words become the reason why
/// the case failed.
class engine {
public:
  virtual ~engine() = default;
  virtual observation run_case(const test_case& wanted) = 0;
};

}  // namespace conformance
