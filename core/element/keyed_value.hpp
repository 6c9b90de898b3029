// What a keyed stage without a window sends on.
#pragma once

#include <millrace/core/time/event_time.hpp>

namespace millrace {

/// A value with its key and its event time.
template <class Key, class Value>
struct keyed_value {
  using key_type = Key;
  using value_type = Value;

  Key key;
  Value value;
  event_time time;

  bool operator==(const keyed_value&) const = default;
};

}  // namespace millrace
