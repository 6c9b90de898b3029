// Reads a file of cases, one a line.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "test_case.hpp"

namespace conformance {

/// The file, a line of it, or a field of the line is not what it should be; `what()` says where and what is accepted.
class bad_case : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Reads one case. Integers are 64-bit, exact at both ends. Errors: `bad_case` naming the field.
[[nodiscard]] test_case read_case(std::string_view line);

/// Reads every line that is not blank. Errors: `bad_case` naming file and line.
[[nodiscard]] std::vector<test_case> read_cases(const std::string& path);

}  // namespace conformance
