// In which order the rows of one step go to a file.
#pragma once

#include <functional>
#include <millrace/actors/connector/order_bytes.hpp>
#include <millrace/core/element/row.hpp>
#include <string>

namespace millrace {

/// Appends the bytes that a row is sorted by; see `order_bytes` for what they must keep to.
template <class Row>
using row_order = std::function<void(const Row& row, std::string& key)>;

/// What decides between rows of one step with equal order bytes.
enum class row_ties : unsigned char {
  as_made,  ///< By input, and of one input as it made them: the order of each key's rows stays.
  by_text,  ///< By the text they are written as, then as made.
};

/// The order that holds where none is given: result rows by window end and key, late events by event time, key and
/// text, timed values by time and text. Rows of other types have none and come as they were made; a key without order
/// bytes is left out of the order.
template <class Row>
struct default_row_order {
  static constexpr row_ties ties = row_ties::as_made;
  static row_order<Row> make() { return {}; }
};

template <class Key, class Value>
struct default_row_order<row<Key, Value>> {
  static constexpr row_ties ties = row_ties::as_made;
  static row_order<row<Key, Value>> make() {
    return [](const row<Key, Value>& result, std::string& key) {
      append_ordered(key, result.window.end);
      if constexpr (has_order_bytes<Key>) append_ordered(key, result.key);
    };
  }
};

template <class Key, class Value>
struct default_row_order<late_event<Key, Value>> {
  static constexpr row_ties ties = row_ties::by_text;
  static row_order<late_event<Key, Value>> make() {
    return [](const late_event<Key, Value>& late, std::string& key) {
      append_ordered(key, late.time);
      if constexpr (has_order_bytes<Key>) append_ordered(key, late.key);
    };
  }
};

template <class Value>
struct default_row_order<timed_value<Value>> {
  static constexpr row_ties ties = row_ties::by_text;
  static row_order<timed_value<Value>> make() {
    return [](const timed_value<Value>& value, std::string& key) { append_ordered(key, value.time); };
  }
};

}  // namespace millrace
