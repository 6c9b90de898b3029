// How panes are stored: what they have emitted, and the panes of a key.
#pragma once

#include <absl/container/inlined_vector.h>

#include <cstddef>
#include <cstdint>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/operator/pane.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>
#include <utility>

namespace millrace {

namespace detail {

/// What a pane has emitted last. Where values cannot be stored there is nothing to store either: the operator keeps
/// them in no mode, or says `not_storable`.
template <class Memory>
struct memory_codec {
  static void write(byte_writer& /*into*/, const Memory& /*emitted*/) {}
  static Memory read(byte_reader& /*from*/) { return {}; }
};

template <storable Out, std::size_t inlined>
struct memory_codec<absl::InlinedVector<Out, inlined>> {
  using memory = absl::InlinedVector<Out, inlined>;

  static void write(byte_writer& into, const memory& emitted) {
    into.count(emitted.size());
    for (const Out& each : emitted) codec<Out>::write(into, each);
  }
  static memory read(byte_reader& from) {
    memory emitted;
    for (std::uint64_t left = from.count(); left > 0; --left) emitted.push_back(codec<Out>::read(from));
    return emitted;
  }
};

}  // namespace detail

/// Whether a pane is complete is not stored: the watermark tells.
template <storable Contents, class Out>
struct codec<detail::key_panes<Contents, Out>> {
  using panes = detail::key_panes<Contents, Out>;
  using pane = typename panes::pane_type;
  using memory = detail::memory_codec<detail::emitted_values<Out>>;

  static void write(byte_writer& into, const panes& value) {
    into.count(value.size());
    value.for_each([&](const pane& each) {
      codec<time_window>::write(into, each.window);
      codec<Contents>::write(into, each.contents);
      memory::write(into, each.emitted);
      into.count(each.ticket);
      codec<event_time>::write(into, each.scheduled.time);
      codec<event_time>::write(into, each.scheduled.end);
    });
  }
  static panes read(byte_reader& from) {
    panes value;
    for (std::size_t left = from.length(); left > 0; --left) {
      const time_window window = codec<time_window>::read(from);
      pane each{.window = window, .contents = codec<Contents>::read(from), .emitted = memory::read(from)};
      each.ticket = from.count();
      each.scheduled.time = codec<event_time>::read(from);
      each.scheduled.end = codec<event_time>::read(from);
      value.insert(value.size(), std::move(each));
    }
    return value;
  }
};

}  // namespace millrace
