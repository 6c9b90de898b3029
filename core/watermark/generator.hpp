// Watermark generators: the concept, one generator a split.
#pragma once

#include <concepts>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/time/event_time.hpp>
#include <type_traits>
#include <utility>

namespace millrace {

/// Turns the events of one split into a watermark. Starts at `watermark::none()` and never falls. Confined to its
/// split. `reads_events` says whether events move it; false (manual watermarks) means that an event does not wake an
/// idle split.
template <class Generator, class Event>
concept watermark_generator = std::copy_constructible<Generator> &&
    requires(Generator generator, const Generator& seen, const Event& event, event_time time) {
  { generator.on_event(event, time) } -> std::same_as<void>;
  { seen.current() } -> std::same_as<watermark>;
  { Generator::reads_events } -> std::convertible_to<bool>;
};

/// A generator that tells its options and functions from what it has learnt of the events: `state()` gives the latter,
/// and a fresh generator of the same options that is given it by `set_state` goes on as the first one would. What a
/// position keeps is then the state alone; of other generators it is a copy of the whole.
template <class Generator>
concept keeps_state = requires(Generator generator, const Generator& seen) {
  { seen.state() } -> std::copyable;
  generator.set_state(seen.state());
};

namespace detail {

template <class Generator>
struct state_of_generator {
  using type = Generator;
  static const Generator& take(const Generator& from) { return from; }
  static void give(Generator& to, const Generator& state) { to = state; }
};

template <keeps_state Generator>
struct state_of_generator<Generator> {
  using type = std::remove_cvref_t<decltype(std::declval<const Generator&>().state())>;
  static type take(const Generator& from) { return from.state(); }
  static void give(Generator& to, const type& state) { to.set_state(state); }
};

}  // namespace detail

/// What a position keeps of a generator.
template <class Generator>
using generator_state = typename detail::state_of_generator<Generator>::type;

/// A generator whose part of a position can be stored.
template <class Generator>
concept storable_generator = storable<generator_state<Generator>>;

}  // namespace millrace
