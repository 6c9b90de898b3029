#include <millrace/core/error.hpp>
#include <millrace/core/operator/keyed_operator.hpp>

namespace millrace {

void keyed_operator::connect_next_stage(std::span<output_port* const> /*receivers*/, std::uint32_t /*key_groups*/) {
  throw failure(error_code::internal, "the rows of this stage have no key for a next stage");
}

std::optional<error> keyed_operator::not_storable() const {
  return error{error_code::option_conflict, "this kind of keyed stage cannot be kept in a store"};
}

void keyed_operator::load(const operator_moment& moment, const entry_reader& /*stored*/) {
  throw failure(error_code::option_conflict, "stage '" + moment.stage + "' cannot be loaded from a store");
}

void operator_changes::write(entry_writer& /*into*/, std::uint32_t /*key_groups*/) const {
  throw failure(error_code::option_conflict, "stage '" + moment().stage + "' cannot be kept in a store");
}

}  // namespace millrace
