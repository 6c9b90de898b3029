#include <algorithm>
#include <millrace/core/operator/window_options.hpp>
#include <millrace/core/time/arithmetic.hpp>

namespace millrace::detail {

std::optional<error> check_window_stage(std::string_view stage, duration allowed_lateness, output_mode mode,
                                        bool values_keep_changes, const std::vector<side_declaration>& sides) {
  const std::string place = "stage '" + std::string(stage) + "': ";
  if (allowed_lateness < duration{0}) {
    return error{error_code::option_out_of_range, place + "allowed lateness is " +
                                                      std::to_string(allowed_lateness.count()) +
                                                      " ms; accepted is 0 or more, or forever"};
  }
  const bool compares = mode == output_mode::upsert || mode == output_mode::retract;
  if (compares && !values_keep_changes) {
    return error{error_code::option_conflict,
                 place + "output mode " + std::string(name_of(mode)) +
                     " needs results that can be copied and compared with ==, and those of this function cannot; "
                     "accepted are append and final_only"};
  }
  for (auto side = sides.begin(); side != sides.end(); ++side) {
    const bool twice = std::any_of(sides.begin(), side, [&](const auto& other) { return other.name == side->name; });
    if (twice) {
      return error{error_code::plan_duplicate_name,
                   place + "two side outputs are named '" + side->name + "'; each needs a name of its own"};
    }
  }
  return std::nullopt;
}

watermark forwarded_watermark(output_mode mode, duration allowed_lateness, watermark own) noexcept {
  if (mode != output_mode::final_only || own == watermark::final() || own == watermark::none()) return own;
  return allowed_lateness == forever ? watermark::none() : own - allowed_lateness;
}

}  // namespace millrace::detail
