// Whether what an operator keeps can be stored.
#pragma once

#include <boost/core/demangle.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/operator/copy_contents.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <typeinfo>

namespace millrace::detail {

/// Whether keys and contents can be stored; values that panes have emitted only have to be in some output modes.
template <class Key, class Function>
inline constexpr bool stores_state = storable<Key>&& storable<typename Function::contents>&& copies_contents<Function>;

/// "stage 's': its keys, of type x, cannot be stored; ...".
[[nodiscard]] inline error cannot_store(std::string_view stage, std::string_view what, const std::type_info& type) {
  return {error_code::option_conflict,
          "stage '" + std::string(stage) + "': " + std::string(what) + ", of type " +
              boost::core::demangle(type.name()) +
              ", cannot be stored; accepted are numbers, strings, containers and plain aggregates of those, and types "
              "that millrace::codec is specialised for"};
}

/// Why the state of a window operator cannot be stored, if that is so. `remembers`: panes keep what they have emitted.
template <class Key, class Function>
[[nodiscard]] std::optional<error> why_not_storable(std::string_view stage, bool remembers) {
  using contents = typename Function::contents;
  using value_type = typename Function::value_type;
  if constexpr (!storable<Key>) {
    return cannot_store(stage, "its keys", typeid(Key));
  } else if constexpr (!storable<contents>) {
    return cannot_store(stage, "the contents of its window function", typeid(contents));
  } else if constexpr (!copies_contents<Function>) {
    return error{error_code::option_conflict,
                 "stage '" + std::string(stage) +
                     "': the contents of its window function cannot be stored, since nothing copies them; accepted are "
                     "contents with a copy constructor, or a function that merges from const contents"};
  } else if constexpr (!storable<value_type>) {
    if (remembers) return cannot_store(stage, "the values that it corrects", typeid(value_type));
  }
  return std::nullopt;
}

}  // namespace millrace::detail
