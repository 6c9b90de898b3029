// What `key_by` takes: functions that find a key that owns its bytes.
#pragma once

#include <concepts>
#include <functional>
#include <millrace/core/key/key_hash.hpp>
#include <string_view>
#include <type_traits>

namespace millrace {

/// A key that owns its bytes: it outlives the record it was taken from.
template <class Key>
concept owning_key = stream_key<Key> && !std::is_pointer_v<Key> && !std::same_as<Key, std::string_view>;

/// A function (or member pointer) that finds the key of an element. The key owns its bytes: no view, no pointer.
template <class KeyOf, class Element>
concept finds_key = std::copy_constructible<KeyOf> && std::invocable<const KeyOf&, const Element&> &&
    owning_key<std::remove_cvref_t<std::invoke_result_t<const KeyOf&, const Element&>>>;

/// A function (or member pointer) that makes of an element what goes on to the windows.
template <class ValueOf, class Element>
concept finds_value = std::copy_constructible<ValueOf> && std::invocable<const ValueOf&, Element&&> &&
    !std::is_void_v<std::invoke_result_t<const ValueOf&, Element&&>>;

template <class KeyOf, class Element>
using key_found = std::remove_cvref_t<std::invoke_result_t<const KeyOf&, const Element&>>;
template <class ValueOf, class Element>
using value_found = std::remove_cvref_t<std::invoke_result_t<const ValueOf&, Element&&>>;

}  // namespace millrace
