// What is said of a window besides its assigner.
#pragma once

#include <millrace/core/error.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/output_mode.hpp>
#include <optional>
#include <string>
#include <vector>

namespace millrace {

/// Set by the steps behind `window`; checked by `build`.
struct window_settings {
  duration allowed_lateness{0};            ///< >= 0; `forever`: panes are freed at the end only.
  output_mode mode = output_mode::append;  ///< How a firing becomes rows.
  std::optional<duration> watermark_step;  ///< Merging windows only, > 0. Absent: what the assigner says.

  /// Adds a watermark step that is out of range to `errors`; lateness and mode are checked with the operator's options.
  void check(std::vector<error>& errors) const;
  /// Adds an error when rows may correct earlier ones, which a stage behind them does not take.
  void check_before_stage(std::vector<error>& errors) const;
  /// How far what the stage forwards is behind its own watermark; `forever`: nothing goes on until the end.
  [[nodiscard]] duration held_back() const noexcept;
  /// "allowed lateness 0 ms, append"
  [[nodiscard]] std::string describe() const;
};

}  // namespace millrace
