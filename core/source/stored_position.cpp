#include <cstdint>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/source/stored_position.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace millrace {

namespace {

constexpr std::uint8_t idle_flag = 1;
constexpr std::uint8_t ended_flag = 2;
constexpr std::uint8_t place_flag = 4;

[[noreturn]] void refuse(const std::string& why) {
  throw failure(error_code::state_malformed, "the stored position of a source cannot be read: " + why);
}

std::string words_of(const source_driver::position::split& split) {
  return "split '" + split.name + "' of source number " + std::to_string(split.source + 1);
}

void write_split(byte_writer& into, const source_driver::position::split& split) {
  into.count(split.id);
  into.count(split.source);
  codec<std::string>::write(into, split.name);
  into.fixed(static_cast<std::uint64_t>(split.reported.milliseconds));
  into.fixed(static_cast<std::uint8_t>((split.idle ? idle_flag : 0) | (split.ended ? ended_flag : 0) |
                                       (split.place ? place_flag : 0)));
  if (!split.place) return;
  std::string place;
  byte_writer into_place{place};
  split.place->write(into_place);
  codec<std::string>::write(into, place);
}

std::shared_ptr<const split_position> read_place(std::string_view bytes, const split_program& program,
                                                 const source_driver::position::split& split) {
  try {
    byte_reader from{bytes};
    auto place = program.read_place(from);
    from.expect_end();
    return place;
  } catch (const failure& thrown) {
    throw failure(thrown.reason().code, "the stored place of " + words_of(split) + ": " + thrown.reason().message);
  }
}

source_driver::position::split read_split(byte_reader& from, const find_split& find) {
  source_driver::position::split split;
  const std::uint64_t id = from.count();
  split.id = static_cast<split_id>(id);
  if (split.id != id) refuse("a split has the number " + std::to_string(id));
  split.source = static_cast<std::size_t>(from.count());
  split.name = codec<std::string>::read(from);
  split.reported = watermark{static_cast<std::int64_t>(from.fixed<std::uint64_t>())};
  const auto flags = from.fixed<std::uint8_t>();
  if (flags > (idle_flag | ended_flag | place_flag)) {
    refuse(words_of(split) + " has the unknown status " + std::to_string(flags));
  }
  split.idle = (flags & idle_flag) != 0;
  split.ended = (flags & ended_flag) != 0;
  const split_program* program = find(split.source, split.name);
  if (program == nullptr) {
    throw failure(error_code::state_refused,
                  words_of(split) +
                      " is part of the state and not of the source now; every split that has been read "
                      "from is needed, more are accepted");
  }
  if ((flags & place_flag) != 0) split.place = read_place(from.bytes(from.length()), *program, split);
  return split;
}

void write_cutter(byte_writer& into, const round_cutter::state& state) {
  state.splits.write(into);
  into.count(state.caught_up == round_cutter::no_split ? 0 : state.caught_up + std::uint64_t{1});
}

round_cutter::state read_cutter(byte_reader& from, const source_driver::position& position, all_idle_policy policy) {
  round_cutter::state state{.splits = combiner::read(from, policy)};
  if (state.splits.inputs() != position.splits.size()) {
    refuse("there are " + std::to_string(position.splits.size()) + " splits and the watermarks of " +
           std::to_string(state.splits.inputs()));
  }
  for (std::size_t index = 0; index < position.splits.size(); ++index) {
    const auto& split = position.splits[index];
    if (split.ended != state.splits.ended(static_cast<split_id>(index))) {
      refuse("whether " + words_of(split) + " has ended is told in two ways");
    }
  }
  const std::uint64_t caught_up = from.count();
  if (caught_up > position.splits.size()) refuse("split " + std::to_string(caught_up) + " cannot have caught up");
  if (caught_up > 0) state.caught_up = static_cast<split_id>(caught_up - 1);
  return state;
}

}  // namespace

void write_position(byte_writer& into, const source_driver::position& position) {
  into.count(position.splits.size());
  for (const auto& split : position.splits) write_split(into, split);
  codec<bool>::write(into, position.cutter.has_value());
  if (position.cutter) write_cutter(into, *position.cutter);
  into.count(position.cursor);
  into.count(position.left_in_turn);
}

source_driver::position read_position(byte_reader& from, const find_split& find, all_idle_policy policy) {
  source_driver::position position;
  const std::size_t splits = from.length();
  for (std::size_t index = 0; index < splits; ++index) position.splits.push_back(read_split(from, find));
  if (codec<bool>::read(from)) position.cutter.emplace(read_cutter(from, position, policy));
  const std::uint64_t cursor = from.count();
  const std::uint64_t left_in_turn = from.count();
  if (cursor > 0 && cursor >= splits) {
    refuse("number " + std::to_string(cursor + 1) + " of " + std::to_string(splits) + " splits has its turn");
  }
  if (left_in_turn == 0 || left_in_turn > source_driver::turn) {
    refuse(std::to_string(left_in_turn) + " records are left in a turn of " + std::to_string(source_driver::turn));
  }
  position.cursor = static_cast<std::size_t>(cursor);
  position.left_in_turn = static_cast<std::size_t>(left_in_turn);
  return position;
}

}  // namespace millrace
