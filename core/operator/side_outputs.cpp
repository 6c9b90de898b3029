#include <algorithm>
#include <millrace/core/error.hpp>
#include <millrace/core/operator/side_outputs.hpp>

namespace millrace {

side_outputs::side_outputs(std::vector<side_declaration> declared) : declared_(std::move(declared)) {
  ports_.reserve(declared_.size());
  for (const side_declaration& declaration : declared_) ports_.push_back(declaration.make_port());
}

bool side_outputs::has_room() {
  return std::all_of(ports_.begin(), ports_.end(), [](const auto& port) { return port->has_room(); });
}

void side_outputs::settle() {
  for (const auto& port : ports_) port->settle();
}

detail::side_port& side_outputs::find(std::string_view name, std::type_index type) {
  std::string names;
  for (std::size_t index = 0; index < declared_.size(); ++index) {
    if (declared_[index].name == name) {
      if (declared_[index].type == type) return *ports_[index];
      throw failure(error_code::plan_incomplete,
                    "side output '" + std::string(name) + "' was declared for another type of value");
    }
    names += (names.empty() ? "'" : ", '") + declared_[index].name + "'";
  }
  throw failure(error_code::plan_incomplete, "side output '" + std::string(name) + "' is not declared; declared are " +
                                                 (names.empty() ? std::string("none") : names));
}

}  // namespace millrace
