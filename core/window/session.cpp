#include <algorithm>
#include <millrace/core/window/session.hpp>

namespace millrace {

result<session> session::make(options chosen) {
  if (chosen.gap <= duration{0}) {
    return error{error_code::option_out_of_range,
                 "session window: gap is " + std::to_string(chosen.gap.count()) + " ms; accepted is a gap above 0"};
  }
  return session{chosen.gap};
}

duration session::watermark_step() const noexcept {
  return std::max(gap_ / 4, duration{1});
}

std::string session::describe() const {
  return "session gap " + std::to_string(gap_.count()) + " ms";
}

}  // namespace millrace
