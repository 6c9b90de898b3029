// The watermark for events whose times never fall.
#pragma once

#include <algorithm>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/generator.hpp>
#include <string>

namespace millrace {

/// `w` = greatest time seen; an event below it is late. Confined to its split.
class monotonous {
public:
  static constexpr bool reads_events = true;

  template <class Event>
  void on_event(const Event&, event_time time) noexcept {
    current_ = std::max(current_, watermark{time});
  }
  [[nodiscard]] watermark current() const noexcept { return current_; }

  /// See `keeps_state`.
  [[nodiscard]] watermark state() const noexcept { return current_; }
  void set_state(watermark state) noexcept { current_ = state; }

  [[nodiscard]] std::string describe() const { return "monotonous"; }

private:
  watermark current_;
};

static_assert(watermark_generator<monotonous, int> && storable_generator<monotonous>);

}  // namespace millrace
