#include <millrace/core/pipeline/window_settings.hpp>
#include <millrace/core/plan/timing_words.hpp>

namespace millrace {

void window_settings::check(std::vector<error>& errors) const {
  if (!watermark_step || *watermark_step > duration{0}) return;
  errors.push_back({error_code::option_out_of_range,
                    "watermark step is " + in_milliseconds(*watermark_step) + "; more than 0 ms is accepted"});
}

std::string window_settings::describe() const {
  const std::string lateness = allowed_lateness == forever ? "forever" : in_milliseconds(allowed_lateness);
  std::string words = "allowed lateness " + lateness + ", " + std::string(name_of(mode));
  if (watermark_step) words += ", watermark step " + in_milliseconds(*watermark_step);
  return words;
}

}  // namespace millrace
