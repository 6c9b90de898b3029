#include <millrace/core/error.hpp>
#include <millrace/core/operator/keyed_operator.hpp>

namespace millrace {

void keyed_operator::connect_next_stage(std::span<output_port* const> /*receivers*/, std::uint32_t /*key_groups*/) {
  throw failure(error_code::internal, "the rows of this stage have no key for a next stage");
}

}  // namespace millrace
