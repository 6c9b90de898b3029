#include <array>
#include <millrace/core/window/output_mode.hpp>
#include <string>

namespace millrace {
namespace {

constexpr std::array all_modes{output_mode::append, output_mode::upsert, output_mode::retract, output_mode::final_only};

}  // namespace

std::string_view name_of(output_mode mode) noexcept {
  switch (mode) {
    case output_mode::append: return "append";
    case output_mode::upsert: return "upsert";
    case output_mode::retract: return "retract";
    case output_mode::final_only: return "final_only";
  }
  return "?";
}

result<output_mode> output_mode_named(std::string_view name) {
  std::string accepted;
  for (const output_mode mode : all_modes) {
    if (name == name_of(mode)) return mode;
    if (!accepted.empty()) accepted += ", ";
    accepted += name_of(mode);
  }
  return error{error_code::option_unknown,
               "output mode '" + std::string(name) + "' is unknown; accepted are " + accepted};
}

}  // namespace millrace
