#include <millrace/core/window/tumbling.hpp>

namespace millrace {

result<tumbling> tumbling::make(options chosen) {
  if (chosen.size <= duration{0}) {
    return error{error_code::option_out_of_range,
                 "tumbling window: size is " + std::to_string(chosen.size.count()) + " ms; accepted is a size above 0"};
  }
  if (chosen.offset <= -chosen.size || chosen.offset >= chosen.size) {
    return error{error_code::option_out_of_range, "tumbling window: offset is " +
                                                      std::to_string(chosen.offset.count()) +
                                                      " ms; accepted is an offset between -size and size (" +
                                                      std::to_string(chosen.size.count()) + " ms), both excluded"};
  }
  return tumbling{chosen.size, chosen.offset};
}

void tumbling::add_grid(round_grid& grid, duration allowed_lateness) const {
  add_ends_to_grid(grid, size_, size_, offset_, allowed_lateness);
}

std::string tumbling::describe() const {
  std::string text = "tumbling " + std::to_string(size_.count()) + " ms";
  if (offset_ != duration{0}) text += ", offset " + std::to_string(offset_.count()) + " ms";
  return text;
}

}  // namespace millrace
