// The watermark for events that are at most so much out of order.
#pragma once

#include <algorithm>
#include <millrace/core/error.hpp>
#include <millrace/core/time/arithmetic.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/generator.hpp>
#include <string>
#include <utility>

namespace millrace {

/// `w` = greatest time seen - `delay`, saturating. Confined to its split.
class bounded_disorder {
public:
  struct options {
    duration delay;  ///< How far behind the greatest time an event may come and still be on time, >= 0. Required.
  };
  static constexpr bool reads_events = true;

  /// Takes the options as they are: `check` says whether they are in range.
  explicit bounded_disorder(options chosen) noexcept : delay_(chosen.delay) {}

  /// Errors: `option_out_of_range` for a delay below 0; the message names the value.
  static result<bounded_disorder> make(options chosen);
  [[nodiscard]] result<void> check() const;

  template <class Event>
  void on_event(const Event&, event_time time) noexcept {
    greatest_ = std::max(greatest_, time);
  }
  [[nodiscard]] watermark current() const noexcept { return watermark{greatest_ - delay_}; }

  /// See `keeps_state`.
  [[nodiscard]] event_time state() const noexcept { return greatest_; }
  void set_state(event_time state) noexcept { greatest_ = state; }

  /// "bounded 5000 ms"
  [[nodiscard]] std::string describe() const;

private:
  duration delay_;
  event_time greatest_ = event_time::none();
};

static_assert(watermark_generator<bounded_disorder, int> && storable_generator<bounded_disorder>);

}  // namespace millrace
