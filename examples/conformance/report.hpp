// Runs cases and prints how they went.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <vector>

#include "engine.hpp"
#include "test_case.hpp"

namespace conformance {

/// How many cases went which way. An optional case that fails is printed and counted nowhere.
struct tally {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;
};

/// Runs each case and prints to `out` a block for each that fails, a line for each that needs what is not built yet,
/// and last the tally.
tally run_cases(const std::vector<test_case>& cases, engine& chosen, std::ostream& out);

}  // namespace conformance
