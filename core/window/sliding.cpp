#include <millrace/core/window/sliding.hpp>

namespace millrace {

result<sliding> sliding::make(options chosen) {
  const auto not_positive = [](const char* name, duration value) {
    return error{error_code::option_out_of_range, "sliding window: " + std::string(name) + " is " +
                                                      std::to_string(value.count()) + " ms; accepted is a " + name +
                                                      " above 0"};
  };
  if (chosen.size <= duration{0}) return not_positive("size", chosen.size);
  if (chosen.slide <= duration{0}) return not_positive("slide", chosen.slide);
  if (chosen.offset <= -chosen.slide || chosen.offset >= chosen.slide) {
    return error{error_code::option_out_of_range, "sliding window: offset is " + std::to_string(chosen.offset.count()) +
                                                      " ms; accepted is an offset between -slide and slide (" +
                                                      std::to_string(chosen.slide.count()) + " ms), both excluded"};
  }
  return sliding{chosen.size, chosen.slide, chosen.offset};
}

void sliding::add_grid(round_grid& grid, duration allowed_lateness) const {
  add_ends_to_grid(grid, size_, slide_, offset_, allowed_lateness);
}

std::string sliding::describe() const {
  std::string text = "sliding " + std::to_string(size_.count()) + " ms every " + std::to_string(slide_.count()) + " ms";
  if (offset_ != duration{0}) text += ", offset " + std::to_string(offset_.count()) + " ms";
  return text;
}

}  // namespace millrace
