// Turns the library's rows into those of an observation.
#pragma once

#include <cstdint>
#include <millrace/core/element/row.hpp>
#include <string>

#include "chosen_function.hpp"
#include "observation.hpp"

namespace conformance {

using result_row = millrace::row<std::string, outcome>;
using missed_event = millrace::late_event<std::string, std::int64_t>;

[[nodiscard]] output_row recorded(const result_row& row, std::size_t after_step);
[[nodiscard]] late_row recorded(const missed_event& event, std::size_t after_step);

}  // namespace conformance
