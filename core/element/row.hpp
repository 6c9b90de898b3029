// What a keyed stage sends on: result rows of a changelog, late events, and values with a time.
#pragma once

#include <cstdint>
#include <millrace/core/batch/made_of_words.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>
#include <string_view>
#include <vector>

namespace millrace {

/// How a row changes what went out before. `append` and `final_only` make only inserts. As wide as a row would pad it
/// to, so that rows can be streamed (see `made_of_words`).
enum class row_kind : std::uint64_t { insert, update_before, update_after, remove };

/// "+I", "-U", "+U" or "-D".
[[nodiscard]] constexpr std::string_view name_of(row_kind kind) noexcept {
  switch (kind) {
    case row_kind::insert: return "+I";
    case row_kind::update_before: return "-U";
    case row_kind::update_after: return "+U";
    case row_kind::remove: return "-D";
  }
  return "?";
}

/// One result of a window. `update_before` and `remove` repeat the row they take back, its time included.
template <class Key, class Value>
struct row {
  using key_type = Key;
  using value_type = Value;

  row_kind kind = row_kind::insert;
  Key key;
  time_window window;
  Value value;
  event_time time;

  bool operator==(const row&) const = default;
};

template <class Key, class Value>
inline constexpr bool made_of_words<row<Key, Value>> = made_of_words<Key>&& made_of_words<Value>;

/// An event that missed at least one of its windows (rule 26). `missed` is ascending and not empty.
template <class Key, class Value>
struct late_event {
  using key_type = Key;
  using value_type = Value;

  Key key;
  Value event;
  event_time time;
  std::vector<time_window> missed;
  watermark judged_by;

  bool operator==(const late_event&) const = default;
};

/// A value with its event time: what a side output carries.
template <class Value>
struct timed_value {
  using value_type = Value;

  Value value;
  event_time time;

  bool operator==(const timed_value&) const = default;
};

}  // namespace millrace
