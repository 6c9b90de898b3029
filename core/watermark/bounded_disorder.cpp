#include <millrace/core/watermark/bounded_disorder.hpp>

namespace millrace {

result<bounded_disorder> bounded_disorder::make(options chosen) {
  bounded_disorder made(chosen);
  if (auto checked = made.check(); !checked) return std::move(checked).error();
  return made;
}

result<void> bounded_disorder::check() const {
  if (delay_ < duration{0}) {
    return error{error_code::option_out_of_range,
                 "bounded_disorder: delay is " + std::to_string(delay_.count()) + " ms; accepted: 0 ms or more"};
  }
  return boost::outcome_v2::success();
}

std::string bounded_disorder::describe() const {
  return "bounded " + std::to_string(delay_.count()) + " ms";
}

}  // namespace millrace
