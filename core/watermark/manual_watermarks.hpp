// Watermarks that the reader itself gives.
#pragma once

#include <algorithm>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/generator.hpp>
#include <string>

namespace millrace {

/// The reader says watermark, idle and active; events move nothing and do not wake an idle split. Confined to its
/// split.
class manual_watermarks {
public:
  static constexpr bool reads_events = false;

  template <class Event>
  void on_event(const Event&, event_time) noexcept {}

  /// The reader gave `mark`. One that is not higher changes nothing. Not to be called while the split is idle: a
  /// watermark from an idle input is not remembered (rule 8).
  void set(watermark mark) noexcept { current_ = std::max(current_, mark); }
  [[nodiscard]] watermark current() const noexcept { return current_; }

  /// See `keeps_state`.
  [[nodiscard]] watermark state() const noexcept { return current_; }
  void set_state(watermark state) noexcept { current_ = state; }

  [[nodiscard]] std::string describe() const { return "manual"; }

private:
  watermark current_;
};

static_assert(watermark_generator<manual_watermarks, int> && storable_generator<manual_watermarks>);

}  // namespace millrace
