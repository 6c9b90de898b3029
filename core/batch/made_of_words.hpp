// Which types are nothing but 64-bit words.
#pragma once

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace millrace {

/// True when a value is stored word by word. Reading a word whose parts were stored one by one a moment ago waits until
/// those stores are through, so only such types are streamed. Specialise it for a type of your own whose members are.
template <class Type>
inline constexpr bool made_of_words = std::is_trivially_copyable_v<Type> && sizeof(Type) % sizeof(std::uint64_t) == 0 &&
                                      (std::is_scalar_v<Type> || std::has_unique_object_representations_v<Type>);

template <class... Parts>
inline constexpr bool made_of_words<std::tuple<Parts...>> = (made_of_words<Parts> && ...);

template <class First, class Second>
inline constexpr bool made_of_words<std::pair<First, Second>> = made_of_words<First>&& made_of_words<Second>;

}  // namespace millrace
