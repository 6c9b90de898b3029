// Watermark generators: the concept, one generator a split.
#pragma once

#include <concepts>
#include <millrace/core/time/event_time.hpp>

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

}  // namespace millrace
