// Keyed state: what an operator keeps for each key, wherever that lives.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace millrace {

/// The state of one operator: key -> entry. A handle stands for the place of an entry and may be kept: it is never
/// dangling, but after `erase` the same handle can come to stand for another key, or for an empty entry; whoever keeps
/// handles must be able to tell by the entry. `hash` is always `key_hash(key)`. Whoever changes an entry calls `touch`;
/// since the last `mark_clean`, `changes` tells of each live key touched and of each key gone. `for_each` visits all.
template <class State, class Key, class Entry>
concept keyed_state = requires(State state, const State readable, const Key& key, std::uint64_t hash,
                               typename State::handle place) {
  { readable.find(key, hash) } -> std::same_as<typename State::handle>;  // State::none() when there is no entry
  { State::none() } -> std::same_as<typename State::handle>;
  { state.find_or_create(key, hash) } -> std::same_as<typename State::handle>;
  { state.at(place) } -> std::same_as<Entry&>;
  { readable.key_of(place) } -> std::same_as<const Key&>;
  { state.touch(place) } -> std::same_as<void>;
  { state.erase(place) } -> std::same_as<void>;
  { readable.size() } -> std::same_as<std::size_t>;
  readable.changes([](const Key&, const Entry&) {}, [](const Key&) {});
  { state.mark_clean() } -> std::same_as<void>;
  state.for_each([](typename State::handle) {});
};

}  // namespace millrace
