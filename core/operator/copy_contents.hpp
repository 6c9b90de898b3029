// Copies of contents, also of such as only their function can copy.
#pragma once

#include <concepts>
#include <utility>

namespace millrace::detail {

/// A function whose contents have a copy constructor, or that merges contents without taking them apart.
template <class Function>
concept copies_contents = std::copy_constructible<typename Function::contents> ||
    requires(const Function function, typename Function::contents& into, const typename Function::contents& from) {
  function.merge(into, from);
};

/// A copy of contents. May throw what the user's code throws.
template <copies_contents Function>
[[nodiscard]] typename Function::contents copy_contents(const Function& function,
                                                        const typename Function::contents& from) {
  if constexpr (std::copy_constructible<typename Function::contents>) {
    return from;
  } else {
    auto copy = function.create();
    function.merge(copy, from);
    return copy;
  }
}

}  // namespace millrace::detail
