// Triggers decide when a pane fires. The one for event time is the default of event-time windows.
#pragma once

#include <concepts>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>

namespace millrace {

/// What a trigger asks for.
enum class trigger_result : unsigned char { proceed, fire };

/// `on_element` is asked after an element was added to the pane of `window` under the watermark `now`; `on_event_time`
/// when the rising watermark passes the end of the window, or its freeing, at `time`.
template <class Trigger>
concept trigger = requires(const Trigger trigger, time_window window, watermark now, event_time time) {
  { trigger.on_element(window, now) } -> std::same_as<trigger_result>;
  { trigger.on_event_time(window, time) } -> std::same_as<trigger_result>;
};

/// Fires when the watermark reaches the end, and then at once for each element that is late but kept.
struct event_time_trigger {
  [[nodiscard]] constexpr trigger_result on_element(time_window window, watermark now) const noexcept {
    return now.reached(window.end) ? trigger_result::fire : trigger_result::proceed;
  }
  [[nodiscard]] constexpr trigger_result on_event_time(time_window window, event_time time) const noexcept {
    return time == window.end ? trigger_result::fire : trigger_result::proceed;
  }
};

static_assert(trigger<event_time_trigger>);

}  // namespace millrace
