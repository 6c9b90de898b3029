// What the operator over slices holds: rows of keys, slices and complete windows, and which windows are still to come.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/codec/key_layout.hpp>
#include <millrace/core/describe.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/complete_windows.hpp>
#include <millrace/core/operator/copy_contents.hpp>
#include <millrace/core/operator/key_rows.hpp>
#include <millrace/core/operator/pane.hpp>
#include <millrace/core/operator/row_column.hpp>
#include <millrace/core/operator/slice.hpp>
#include <millrace/core/operator/slice_grid.hpp>
#include <millrace/core/operator/sliced_changes.hpp>
#include <millrace/core/operator/sliced_entries.hpp>
#include <millrace/core/operator/stored_key.hpp>
#include <millrace/core/operator/stored_panes.hpp>
#include <millrace/core/operator/user_code.hpp>
#include <millrace/core/state/stored_entries.hpp>
#include <millrace/core/window/time_window.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace millrace::detail {

/// Opens, counts and frees; is frozen, restored and loaded as a whole. Totals of sliding windows are not part of it:
/// they are built anew. `Function` makes and copies contents and outlives this. Confined to its operator.
template <stream_key Key, class Function>
class sliced_state {
public:
  using contents = typename Function::contents;
  using memory = emitted_values<typename Function::value_type>;
  using changes = sliced_changes<Key, contents, memory>;
  using complete_panes = typename complete_windows<contents, memory>::panes;
  using slice_type = slice<contents>;

  sliced_state(const Function& function, const slice_grid& of) : grid(of), complete(pool), function_(function) {}

  const slice_grid grid;
  key_rows<Key> keys;
  chunk_pool<contents> pool;
  detail::slices<contents> slices;
  complete_windows<contents, memory> complete;
  grid_index due_from = before_all;   ///< The first window that is still to fire.
  grid_index kept_from = before_all;  ///< The first window that is not freed.
  std::uint64_t open_panes = 0;

  /// Nothing is held yet.
  void stand_at(grid_index due, grid_index kept) noexcept {
    due_from = due;
    kept_from = erased_from_ = kept;
  }

  /// The contents of a row in a slice, to be written: opens its chunk again after a freeze, and makes them when it is
  /// the row's first element there.
  contents& open(slice_type& in, row_index row) {
    if (!in.held.is_open(row)) {
      if (contents* const held = open_chunk(in, row)) return *held;
    }
    contents& opened = in.held.create(row, [&] { return function_.create(); });
    keys.use(row);
    open_panes += opened_panes(in.number, row);
    return opened;
  }
  /// Returns what the row has, if anything.
  __attribute__((noinline)) contents* open_chunk(slice_type& in, row_index row) {
    changed_slices_.insert(in.number);
    in.held.open(row, copying());
    return in.held.find_open(row);
  }
  [[nodiscard]] auto copying() const noexcept {
    return [this](const contents& of) { return copy_contents(function_, of); };
  }

  [[nodiscard]] bool begins_below(grid_index slice) const noexcept {
    return !slices.empty() && slices.begin()->first < slice;
  }

  /// Frees the windows below `from`, and the slices that only they had.
  void free(grid_index from) {
    kept_from = from;
    open_panes -= complete.free(from);
    free_slices(grid.first_slice(from));
  }

  /// Hands over what changed since the last freeze.
  void freeze(changes& into) {
    into.due_from = due_from;
    into.kept_from = kept_from;
    into.frees = std::exchange(erased_from_, kept_from) != kept_from;
    into.rows = keys.freeze();
    into.slices.reserve(changed_slices_.size());
    for (const grid_index number : changed_slices_) {
      into.slices.push_back({number, slices.find(number)->second.held.freeze()});
    }
    changed_slices_.clear();
    into.complete = complete.freeze();
    into.copy_keys([this](row_index row) -> const Key& { return keys.key_of(row); });
  }

  /// Takes what another one handed over. Leaves the open panes to be set: a change set tells their number.
  void restore(const changes& next) {
    free(next.kept_from);
    stand_at(next.due_from, next.kept_from);
    keys.restore(next.rows);
    for (const auto& each : next.slices) {
      slice_type& into = slices.try_emplace(each.slice, each.slice, pool).first->second;
      for (const auto& chunk : each.held) {
        into.held.restore(chunk, [&](row_index row) { use(row, each.slice); });
      }
    }
    keys.rest(next.rows);
    complete.restore(next.complete);
  }

  /// Takes stored entries, after `stand_at`, and counts their panes. `remembers`: panes keep what they have emitted.
  /// Errors: `failure` with `state_malformed`, naming the stage.
  void load(const entry_reader& stored, const std::string& stage, bool remembers) {
    stored.for_each([&](std::string_view entry, std::string_view value) {
      try {
        load_entry(entry, value, remembers);
      } catch (...) {
        throw_again("stage '" + stage + "'");
      }
    });
    mark_clean();
  }

private:
  void free_slices(grid_index low) {
    if (!begins_below(low)) return;
    while (!slices.empty() && slices.begin()->first < low) {
      slices.begin()->second.held.for_each([this](row_index row, const contents&) { keys.release(row); });
      slices.erase(slices.begin());
    }
    changed_slices_.erase(changed_slices_.begin(), changed_slices_.lower_bound(low));
    keys.begin_generation();
  }

  void load_entry(std::string_view entry, std::string_view value, bool remembers) {
    key_reader from{entry};
    byte_reader bytes{value};
    const std::uint8_t kind = from.number();
    if (kind != slice_entry && kind != complete_entry) {
      refuse_entry("is not of this kind of operator");
    }
    const time_window bounds = read_bounds(from);
    const Key key = read_key<Key>(from, bytes);
    const std::uint64_t hash = key_hash(key);
    contents loaded = codec<contents>::read(bytes);
    if (kind == slice_entry) {
      bytes.expect_end();
      load_slice(bounds, keys.find_or_create(key, hash), std::move(loaded));
    } else {
      memory emitted = memory_codec<memory>::read(bytes);
      bytes.expect_end();
      load_pane(bounds, keys.find(key, hash), std::move(loaded), std::move(emitted), remembers);
    }
  }

  void load_slice(time_window bounds, row_index row, contents&& loaded) {
    const std::optional<grid_index> number = grid.slice_number(bounds);
    if (!number || *number < grid.first_slice(kept_from)) {
      refuse_entry("is of " + describe(bounds) + ", which is no slice of this stage's windows now");
    }
    slice_type& into = slices.try_emplace(*number, *number, pool).first->second;
    if (into.held.find(row) != nullptr) refuse_entry("has the key of another one");
    open(into, row) = std::move(loaded);
  }

  /// Whoever has a pane in a complete window has elements in its slices, which were loaded before.
  void load_pane(time_window window, row_index row, contents&& loaded, memory&& emitted, bool remembers) {
    const std::optional<grid_index> number = grid.window_number(window);
    if (!number || *number < kept_from || *number >= due_from || row == no_row) {
      refuse_entry("is of " + describe(window) + ", which is no complete window of this stage now");
    }
    auto& panes = complete.at(*number);
    if (panes.held.find(row) != nullptr) refuse_entry("has the key of another one");
    panes.held.create(row, [&] { return std::move(loaded); });
    if (remembers) panes.emitted.create(row, [&] { return std::move(emitted); });
    ++open_panes;
  }

  /// Takes what there is as handed over.
  void mark_clean() {
    keys.mark_clean();
    for (const grid_index slice : changed_slices_) static_cast<void>(slices.find(slice)->second.held.freeze());
    changed_slices_.clear();
    complete.mark_clean();
  }

  /// A slice of a change set uses a row.
  void use(row_index row, grid_index slice) {
    keys.use(row);
    grid_index& newest = keys.newest_slice(row);
    newest = std::max(newest, slice);
  }

  /// How many windows that are still to fire have their first element of the row with its first one in `slice`: those
  /// that contain none of the slices before and after it that the row has elements in.
  std::uint64_t opened_panes(grid_index slice, row_index row) {
    grid_index first = std::max(grid.first_window(slice), due_from);
    grid_index last = grid.last_window(slice);
    if (grid.slices_per_window() > 1) {
      grid_index& newest = keys.newest_slice(row);
      if (slice > newest) {
        first = std::max(first, grid.last_window(newest) + 1);
        newest = slice;
      } else {
        const auto [before, after] = neighbours(slice, row);
        first = std::max(first, grid.last_window(before) + 1);
        last = std::min(last, grid.last_window_before(after));
      }
    }
    return first <= last ? static_cast<std::uint64_t>(last - first + 1) : 0;
  }

  /// The nearest other slices that the row has elements in and that share windows with `slice`.
  std::pair<grid_index, grid_index> neighbours(grid_index slice, row_index row) {
    std::pair<grid_index, grid_index> found{before_all, after_all};
    const auto place = slices.find(slice);
    const grid_index reach = grid.slices_per_window();
    for (auto at = place; at != slices.begin() && (--at)->first > slice - reach;) {
      if (at->second.held.find(row) == nullptr) continue;
      found.first = at->first;
      break;
    }
    for (auto at = std::next(place); at != slices.end() && at->first < slice + reach; ++at) {
      if (at->second.held.find(row) == nullptr) continue;
      found.second = at->first;
      break;
    }
    return found;
  }

  const Function& function_;
  std::set<grid_index> changed_slices_;  // since the last freeze
  grid_index erased_from_ = before_all;  // `kept_from` at the last freeze
};

}  // namespace millrace::detail
