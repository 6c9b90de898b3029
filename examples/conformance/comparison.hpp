// Compares what an engine did with what a case expects.
#pragma once

#include <string>
#include <vector>

#include "observation.hpp"
#include "test_case.hpp"

namespace conformance {

/// One difference, in words ready to print.
struct difference {
  std::string what;  ///< "outputs of k in [0, 1000)", "watermark_out", ...
  std::string expected;
  std::string got;
};

/// Returns every difference; none: the case passes. Rows of one (key, window) compare in order with the step that
/// caused each, which compares the rows of one step as a multiset. Lists of sessions compare as multisets. Order by
/// time, where a case asks for it, is asked of the rows of each actor by itself.
[[nodiscard]] std::vector<difference> compare(const test_case& wanted, const observation& seen);

}  // namespace conformance
