// The engines "operator" and "sliced": a script on a window operator and the combiner in a plain loop.
#pragma once

#include <cstddef>

#include "script.hpp"
#include "stage.hpp"

namespace millrace::oracle {

/// Runs the script step by step. The operator's outputs have room for `room` rows at a time; when they are full it is
/// called again after they were emptied. Requires room >= 1.
[[nodiscard]] outcome run_on_operator(const job& asked, const script& steps, operator_kind kind, std::size_t room);

}  // namespace millrace::oracle
