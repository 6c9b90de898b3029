// Where the operators of a stage stood at an epoch, as a store keeps it, and how any number of others goes on from it.
#pragma once

#include <cstdint>
#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/byte_writer.hpp>
#include <millrace/core/operator/operator_moment.hpp>
#include <span>
#include <string>

namespace millrace {

/// Writes what later behaviour depends on, without the stage, the number of the change set and the open panes, which
/// follow from what is loaded.
void write_moment(byte_writer& into, const operator_moment& moment);

/// The moment that `write_moment` wrote, of a stage. Errors: `failure` with `state_malformed`.
[[nodiscard]] operator_moment read_moment(byte_reader& from, std::string stage);

/// The moment of all operators of a stage at one epoch taken together: their counts added up, the greatest arrivals and
/// tickets. Requires one at least.
/// Errors: `failure` with `state_malformed` when their watermarks differ, which no barrier leaves behind.
[[nodiscard]] operator_moment add_up(std::span<const operator_moment> all);

/// What the operator at `index`, of those that go on from `together`, is to be given to `load`: the first one goes on
/// counting, the others count from 0.
[[nodiscard]] operator_moment moment_for(const operator_moment& together, std::uint32_t index);

}  // namespace millrace
