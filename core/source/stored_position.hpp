// Where the splits of a source actor stand, as bytes.
#pragma once

#include <functional>
#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/byte_writer.hpp>
#include <millrace/core/source/source_driver.hpp>
#include <millrace/core/source/split_program.hpp>
#include <millrace/core/watermark/all_idle.hpp>
#include <string>

namespace millrace {

/// Finds the split of this name among those of source number `source`, from 0; null when there is none.
using find_split = std::function<const split_program*(std::size_t source, const std::string& name)>;

/// Writes a position with the names of its splits. May run in any thread. Errors: `failure` with `option_conflict` when
/// the place of a split cannot be stored; `split_program::not_storable` says so before.
void write_position(byte_writer& into, const source_driver::position& position);

/// What `write_position` wrote, for splits of the same names, whatever their order now; `policy` is the one of the
/// plan. Nothing is set back yet. Errors: `failure` with `state_refused` naming a split that `find` does not know; with
/// `state_malformed` for other bytes, naming the split whose place they should be.
[[nodiscard]] source_driver::position read_position(byte_reader& from, const find_split& find, all_idle_policy policy);

}  // namespace millrace
