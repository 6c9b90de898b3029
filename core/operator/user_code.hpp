// The border to code of the user: what it throws leaves as a failure that says where.
#pragma once

#include <millrace/core/describe.hpp>
#include <millrace/core/window/time_window.hpp>
#include <string>
#include <string_view>

namespace millrace::detail {

/// Throws the exception that is being handled again, as a `failure` whose sentence ends in `place`. A failure keeps its
/// code; anything else becomes `user_function_threw`. Call it from a catch block only.
[[noreturn]] void throw_again(std::string_view place);

/// "stage 'counts', key "a", window [0, 10)".
template <class Key>
[[nodiscard]] std::string place_of(std::string_view stage, const Key& key, time_window window) {
  return "stage '" + std::string(stage) + "', key " + describe(key) + ", window " + describe(window);
}

/// Calls `call`. What it throws leaves as a `failure` that names stage, key and window.
template <class Key, class Call>
void call_user(std::string_view stage, const Key& key, time_window window, Call&& call) {
  try {
    call();
  } catch (...) {
    throw_again(place_of(stage, key, window));
  }
}

}  // namespace millrace::detail
