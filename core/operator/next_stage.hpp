// Whether the rows of an operator may go on to another keyed stage.
#pragma once

#include <cstdint>
#include <millrace/core/batch/output_port.hpp>
#include <span>

namespace millrace::detail {

/// An output that knows the key of its rows for a next stage, such as `exchange_output`.
template <class Output>
concept leads_to_stage = requires(Output& output, std::span<output_port* const> receivers, std::uint32_t key_groups) {
  output.connect_next_stage(receivers, key_groups);
};

}  // namespace millrace::detail
