// The options of a window operator, and their check.
#pragma once

#include <millrace/core/error.hpp>
#include <millrace/core/operator/side_outputs.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/changelog.hpp>
#include <millrace/core/window/output_mode.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace {

/// What a window operator does. The types are deduced: `window_options{.stage = "counts", .windows = ...}`.
template <class Assigner, class Function>
struct window_options {
  std::string stage;                       ///< Name of the stage, for messages. Required.
  Assigner windows;                        ///< Which windows an event is in. Required.
  Function function;                       ///< What a pane holds and a firing makes: a `window_function`. Required.
  duration allowed_lateness{0};            ///< How long a pane is kept after its end, >= 0, or `forever`.
  output_mode mode = output_mode::append;  ///< How a firing becomes rows.
  std::vector<side_declaration> sides{};   ///< Side outputs of the function, in the order of their ports.
};

namespace detail {

[[nodiscard]] std::optional<error> check_window_stage(std::string_view stage, duration allowed_lateness,
                                                      output_mode mode, bool values_keep_changes,
                                                      const std::vector<side_declaration>& sides);

/// What goes downstream of a stage when its own watermark is `own`: less for `final_only`, whose rows come late.
[[nodiscard]] watermark forwarded_watermark(output_mode mode, duration allowed_lateness, watermark own) noexcept;

}  // namespace detail

/// Says what is wrong with the options, if anything: option_out_of_range for a negative lateness, option_conflict for
/// `upsert` or `retract` with values that cannot be compared and copied, plan_duplicate_name for two side outputs of
/// one name.
template <class Assigner, class Function>
[[nodiscard]] std::optional<error> check_window_options(const window_options<Assigner, Function>& chosen) {
  return detail::check_window_stage(chosen.stage, chosen.allowed_lateness, chosen.mode,
                                    keeps_changes<typename Function::value_type>, chosen.sides);
}

}  // namespace millrace
