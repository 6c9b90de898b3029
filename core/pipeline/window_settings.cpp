#include <millrace/core/pipeline/window_settings.hpp>
#include <millrace/core/plan/timing_words.hpp>

namespace millrace {

namespace {

std::string lateness_words(duration lateness) {
  return "allowed lateness " + (lateness == forever ? std::string("forever") : in_milliseconds(lateness));
}

}  // namespace

void window_settings::check(std::vector<error>& errors) const {
  if (!watermark_step || *watermark_step > duration{0}) return;
  errors.push_back({error_code::option_out_of_range,
                    "watermark step is " + in_milliseconds(*watermark_step) + "; more than 0 ms is accepted"});
}

void window_settings::check_before_stage(std::vector<error>& errors) const {
  const bool appends_again = mode == output_mode::append && allowed_lateness > duration{0};
  if (mode == output_mode::final_only || (mode == output_mode::append && !appends_again)) return;
  const std::string with = appends_again ? " with " + lateness_words(allowed_lateness) : "";
  errors.push_back({error_code::not_supported_yet,
                    "output mode " + std::string(name_of(mode)) + with +
                        " makes rows that correct earlier ones, and a stage behind it does not take corrections; "
                        "before key_by and window_all, append without allowed lateness and final_only are accepted"});
}

duration window_settings::held_back() const noexcept {
  return mode == output_mode::final_only ? allowed_lateness : duration{0};
}

std::string window_settings::describe() const {
  std::string words = lateness_words(allowed_lateness) + ", " + std::string(name_of(mode));
  if (watermark_step) words += ", watermark step " + in_milliseconds(*watermark_step);
  return words;
}

}  // namespace millrace
