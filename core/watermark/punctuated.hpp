// Watermarks that some events carry.
#pragma once

#include <algorithm>
#include <concepts>
#include <functional>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/generator.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace millrace {

/// Asks `function(event, time)` after every event for a `std::optional<watermark>`; none, or one that is not higher,
/// changes nothing. The event that brings a watermark is itself judged before it. What the function throws leaves
/// `on_event`. Each split works on a copy of the function. What the
/// function itself remembers is not part of a position: one that depends on its arguments alone goes on as it was.
/// Confined to its split.
template <std::copy_constructible Function>
class punctuated {
public:
  static constexpr bool reads_events = true;

  explicit punctuated(Function function) : function_(std::move(function)) {}

  template <class Event>
  requires std::is_invocable_r_v<std::optional<watermark>, Function&, const Event&, event_time> void on_event(
      const Event& event, event_time time) {
    const std::optional<watermark> mark = std::invoke(function_, event, time);
    if (mark) current_ = std::max(current_, *mark);
  }
  [[nodiscard]] watermark current() const noexcept { return current_; }

  /// See `keeps_state`.
  [[nodiscard]] watermark state() const noexcept { return current_; }
  void set_state(watermark state) noexcept { current_ = state; }

  [[nodiscard]] std::string describe() const { return "punctuated"; }

private:
  Function function_;
  watermark current_;
};

static_assert(watermark_generator<punctuated<std::optional<watermark> (*)(const int&, event_time)>, int>);
static_assert(storable_generator<punctuated<std::optional<watermark> (*)(const int&, event_time)>>);

}  // namespace millrace
