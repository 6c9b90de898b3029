// The stored entries of the operator over slices: what each key has in a slice, and in a complete window.
#pragma once

#include <cstdint>
#include <millrace/core/codec/key_layout.hpp>
#include <millrace/core/operator/slice_grid.hpp>
#include <millrace/core/state/stored_entries.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>
#include <string>
#include <string_view>

namespace millrace::detail {

/// The kinds of entries. The key of each goes on with the end and the start of its slice or window, so that what is
/// freed lies together, and then with the user's key.
inline constexpr std::uint8_t slice_entry = 1;     ///< -> contents.
inline constexpr std::uint8_t complete_entry = 2;  ///< -> contents and what was emitted last.

/// Begins the key of an entry.
inline void begin_entry(key_writer& into, std::uint8_t kind, time_window of) {
  into.cut(0);
  into.number(kind).time(of.end.milliseconds).time(of.start.milliseconds);
}

/// The slice or window of an entry whose kind is read.
[[nodiscard]] inline time_window read_bounds(key_reader& from) {
  const event_time end{from.time()};
  return {event_time{from.time()}, end};
}

/// Erases the entries of slices and complete windows that are freed when windows from `kept_from` on are kept.
inline void erase_freed(entry_writer& into, const slice_grid& grid, grid_index kept_from) {
  const auto erase_before = [&](std::uint8_t kind, const auto& bounds) {
    key_writer before;
    if (kept_from == after_all) {
      before.number(static_cast<std::uint8_t>(kind + 1));
    } else {
      begin_entry(before, kind, bounds());
    }
    into.erase_range(std::string(1, static_cast<char>(kind)), before.bytes());
  };
  if (kept_from == before_all) return;
  erase_before(slice_entry, [&] { return grid.slice(grid.first_slice(kept_from)); });
  erase_before(complete_entry, [&] { return grid.window(kept_from); });
}

}  // namespace millrace::detail
