// The planted faults by name.
#pragma once

#include <millrace/actors/engine/planted_fault.hpp>
#include <string>
#include <utility>
#include <vector>

namespace millrace::simulation {

[[nodiscard]] const std::vector<std::pair<std::string, engine::planted_fault>>& fault_names();

}  // namespace millrace::simulation
