// Reads the sections of a case; each file that implements one knows that part of the format.
#pragma once

#include "fields.hpp"
#include "test_case.hpp"

namespace conformance {

[[nodiscard]] pipeline_choice read_pipeline(const field& pipeline);
/// Source numbers are checked against the number of `sources`, and no step may come from an input that has ended.
[[nodiscard]] std::vector<script_step> read_steps(const field& steps, std::size_t sources);
/// Step numbers are checked against the number of `steps`.
[[nodiscard]] expectation read_expectation(const field& expect, std::size_t steps);

}  // namespace conformance
