// The window operator over slices: tumbling and sliding windows share the contents of slices of time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/batch/output_port.hpp>
#include <millrace/core/cache_line.hpp>
#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/codec/key_layout.hpp>
#include <millrace/core/describe.hpp>
#include <millrace/core/element/row.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/complete_windows.hpp>
#include <millrace/core/operator/copy_contents.hpp>
#include <millrace/core/operator/following_changes.hpp>
#include <millrace/core/operator/key_rows.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/operator/next_stage.hpp>
#include <millrace/core/operator/operator_changes.hpp>
#include <millrace/core/operator/operator_moment.hpp>
#include <millrace/core/operator/pane_rows.hpp>
#include <millrace/core/operator/recent_slices.hpp>
#include <millrace/core/operator/row_column.hpp>
#include <millrace/core/operator/side_outputs.hpp>
#include <millrace/core/operator/slice.hpp>
#include <millrace/core/operator/slice_grid.hpp>
#include <millrace/core/operator/sliced_changes.hpp>
#include <millrace/core/operator/sliced_entries.hpp>
#include <millrace/core/operator/sliding_totals.hpp>
#include <millrace/core/operator/storable_state.hpp>
#include <millrace/core/operator/stored_key.hpp>
#include <millrace/core/operator/stored_panes.hpp>
#include <millrace/core/operator/user_code.hpp>
#include <millrace/core/operator/window_context.hpp>
#include <millrace/core/operator/window_function.hpp>
#include <millrace/core/operator/window_options.hpp>
#include <millrace/core/state/stored_entries.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/assigner.hpp>
#include <millrace/core/window/output_mode.hpp>
#include <millrace/core/window/time_window.hpp>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace {

/// Gives the rows, late events and counts of `window_operator` for windows of one size and functions that merge;
/// sums of floating point may differ in the last digit, and keys whose windows end together may come in another order.
/// Confined to its actor. One dictionary look-up and one update an event, and a constant number of merges a row,
/// amortised, whatever size and slide are.
///
/// The life of an event: the slice of its time takes it. Where a window of that slice is complete, the event is late
/// for it: missed, or added to the window's own pane, which fires. The life of a window: when it is due its panes are
/// made of slices and fire; while it takes late events it keeps them.
template <stream_key Key, class Value, regular_window_assigner Assigner, mergeable_window_function<Key, Value> Function,
          class Output = collector<row<Key, typename Function::value_type>>>
class alignas(apart_in_cache) sliced_window_operator final : public keyed_operator {
public:
  using options = window_options<Assigner, Function>;
  using out_type = typename Function::value_type;
  using row_type = row<Key, out_type>;
  using late_type = late_event<Key, Value>;
  using input_type = event_batch<Key, Value>;

  /// Errors: failure, when `check_window_options` finds one.
  explicit sliced_window_operator(options chosen, Output output = Output{})
      : options_(checked(std::move(chosen))),
        due_lateness_(options_.mode == output_mode::final_only ? options_.allowed_lateness : duration{0}),
        grid_(options_.windows.size(), options_.windows.slide(), options_.windows.offset()),
        rows_(options_.mode, std::move(output)),
        sides_(options_.sides),
        totals_(options_.function, grid_.slices_per_window(), pool_),
        complete_(pool_),
        due_from_(grid_.first_not_reached(now_, due_lateness_)),
        kept_from_(grid_.first_not_reached(now_, options_.allowed_lateness)),
        erased_from_(kept_from_) {}

  sliced_window_operator(const sliced_window_operator&) = delete;
  sliced_window_operator& operator=(const sliced_window_operator&) = delete;

  void connect(std::span<output_port* const> ports) override {
    const auto port = [ports](std::size_t index) { return index < ports.size() ? ports[index] : nullptr; };
    rows_.output().connect(port(0));
    late_.connect(port(1));
    for (std::size_t side = 0; side < sides_.size(); ++side) sides_.connect(side, port(2 + side));
  }

  void connect_next_stage(std::span<output_port* const> receivers, std::uint32_t key_groups) override {
    if constexpr (detail::leads_to_stage<Output>) {
      rows_.output().connect_next_stage(receivers, key_groups);
    } else {
      keyed_operator::connect_next_stage(receivers, key_groups);
    }
  }

  std::size_t process(const batch& events, std::size_t from) override {
    const auto& input = static_cast<const input_type&>(events);
    room_is_sure_ = false;
    ahead_to_ = 0;
    std::size_t next = apply_recent(input, from);
    while (next < input.size() && has_room()) {
      const auto& event = input.events[next];
      apply({event.key, event.hash, event.value, {event.time, arrivals_++}});
      next = apply_recent(input, next + 1);
    }
    settle();
    return next;
  }

  bool advance(watermark to) override {
    now_ = std::max(now_, to);
    room_is_sure_ = false;
    const grid_index due_before = grid_.first_not_reached(now_, due_lateness_);
    if (due_before != due_from_) {
      const bool done = fire_due(due_before);
      settle();
      if (!done) return false;
      due_from_ = due_before;
      recent_.forget();
    }
    free_due();
    return true;
  }

  [[nodiscard]] watermark now() const noexcept override { return now_; }

  [[nodiscard]] watermark forwarded(watermark own) const noexcept override {
    return detail::forwarded_watermark(options_.mode, options_.allowed_lateness, own);
  }

  [[nodiscard]] operator_counts counts() const noexcept override {
    operator_counts all = counts_;
    all.rows = rows_.made();
    return all;
  }

  std::shared_ptr<const operator_changes> freeze() override {
    auto frozen = std::make_shared<changes>(grid_);
    frozen->stood = {options_.stage, change_sets_ + 1, now_, counts(), arrivals_, 0};
    frozen->due_from = due_from_;
    frozen->kept_from = kept_from_;
    frozen->frees = std::exchange(erased_from_, kept_from_) != kept_from_;
    frozen->rows = keys_.freeze();
    frozen->slices.reserve(changed_slices_.size());
    for (const grid_index slice : changed_slices_) {
      frozen->slices.push_back({slice, slices_.find(slice)->second.held.freeze()});
    }
    changed_slices_.clear();
    frozen->complete = complete_.freeze();
    frozen->copy_keys([this](row_index row) -> const Key& { return keys_.key_of(row); });
    ++change_sets_;
    return frozen;
  }

  void restore(const operator_changes& given) override {
    const changes& next = detail::following_changes<changes>(given, options_.stage, change_sets_);
    now_ = next.stood.now;
    due_from_ = next.due_from;
    kept_from_ = erased_from_ = next.kept_from;
    complete_.free(kept_from_);
    free_slices(grid_.first_slice(kept_from_));
    keys_.restore(next.rows);
    for (const auto& each : next.slices) {
      slice_type& into = slices_.try_emplace(each.slice, each.slice, pool_).first->second;
      for (const auto& chunk : each.held) {
        into.held.restore(chunk, [&](row_index row) { use(row, each.slice); });
      }
    }
    keys_.rest(next.rows);
    complete_.restore(next.complete);
    counts_ = next.stood.counts;
    rows_.count_from(counts_.rows);
    arrivals_ = next.stood.arrivals;
    ++change_sets_;
  }

  [[nodiscard]] std::optional<error> not_storable() const override {
    return detail::why_not_storable<Key, Function>(options_.stage, rows_.remembers());
  }

  void load(const operator_moment& moment, const entry_reader& stored) override {
    if (auto wrong = not_storable()) throw failure(*std::move(wrong));
    if constexpr (detail::stores_state<Key, Function>) {
      now_ = moment.now;
      due_from_ = grid_.first_not_reached(now_, due_lateness_);
      kept_from_ = erased_from_ = grid_.first_not_reached(now_, options_.allowed_lateness);
      counts_ = moment.counts;
      counts_.open_panes = 0;
      rows_.count_from(counts_.rows);
      arrivals_ = moment.arrivals;
      stored.for_each([this](std::string_view key, std::string_view value) {
        try {
          load_entry(key, value);
        } catch (...) {
          detail::throw_again("stage '" + options_.stage + "'");
        }
      });
      mark_clean();
    }
  }

private:
  using input_event = typename input_type::event;
  using contents = typename Function::contents;
  using slice_type = detail::slice<contents>;
  using slice_map = detail::slices<contents>;
  using grid_index = detail::grid_index;
  using row_index = detail::row_index;
  using memory = detail::emitted_values<out_type>;
  using changes = detail::sliced_changes<Key, contents, memory>;

  struct arrived {
    const Key& key;
    std::uint64_t hash;
    const Value& value;
    element_context element;
  };
  /// The window whose panes fire now, from `next` on.
  struct firing {
    grid_index number;
    time_window window;
    const detail::row_column<contents>* only;  // of its only slice, when no windows share slices
    typename detail::complete_windows<contents, memory>::panes* kept;  // none when it is freed as it fires
    row_index next = 0;
  };

  static options checked(options&& chosen) {
    if (auto wrong = check_window_options(chosen)) throw failure(*std::move(wrong));
    return std::move(chosen);
  }

  /// Applies events as long as none can be late and their slices are at hand. Returns the index of the first other one.
  std::size_t apply_recent(const input_type& input, std::size_t from) {
    const input_event* const events = input.events.begin();
    const std::size_t size = input.size();
    std::size_t next = from;
    const std::uint64_t arrivals_before = arrivals_ - from;
    try {
      if (keys_.size() < many_keys) {
        for (; next < size && recent_.covers(events[next].time); ++next) {
          add_recent(events[next], keys_.find_or_create(events[next].key, events[next].hash), arrivals_before + next);
        }
      } else {
        for (; next < size && recent_.covers(events[next].time); ++next) {
          add_recent(events[next], row_ahead(input, next), arrivals_before + next);
        }
      }
    } catch (...) {
      const grid_index slice = grid_.place_of(events[next].time).slice;
      detail::throw_again(detail::place_of(options_.stage, events[next].key, grid_.window(grid_.first_window(slice))));
    }
    counts_.events += next - from;
    arrivals_ += next - from;
    return next;
  }

  void add_recent(const input_event& added, row_index row, std::uint64_t arrival) {
    slice_type& into = recent_.slice_of(added.time);
    contents* held = into.held.find_open(row);
    if (held == nullptr) held = &open(into, row);
    options_.function.add(*held, added.value, element_context{added.time, arrival});
  }

  /// The row of an event. Asks the memory of many events at once, when there are more keys than a cache holds.
  row_index row_ahead(const input_type& input, std::size_t index) {
    if (index >= ahead_to_) look_ahead(input, index);
    const input_event& of = input.events[index];
    const row_index likely = ahead_[index - ahead_from_];
    if (likely != detail::no_row && keys_.is(likely, of.key)) return likely;
    return keys_.find_or_create(of.key, of.hash);
  }

  void look_ahead(const input_type& input, std::size_t from) {
    ahead_from_ = from;
    ahead_to_ = std::min(from + ahead_.size(), input.size());
    for (std::size_t index = from; index < ahead_to_; ++index) keys_.prefetch(input.events[index].hash);
    for (std::size_t index = from; index < ahead_to_; ++index) {
      const input_event& of = input.events[index];
      const row_index likely = keys_.likely(of.hash);
      ahead_[index - from] = likely;
      if (likely != detail::no_row && recent_.covers(of.time)) recent_.slice_of(of.time).held.prefetch(likely);
    }
  }

  /// Applies any event.
  void apply(const arrived& event) {
    if (event.element.time == event_time::none()) {
      throw failure(error_code::no_timestamp,
                    "an event has no timestamp: stage '" + options_.stage + "', key " + describe(event.key));
    }
    ++counts_.events;
    const detail::slice_place place = grid_.place_of(event.element.time);
    if (!place.covered) {
      ++counts_.in_gap;
      return;
    }
    const grid_index last = grid_.last_window(place.slice);
    grid_index window = grid_.first_window(place.slice);
    missed_.clear();
    for (; window <= last && window < kept_from_; ++window) missed_.push_back(grid_.window(window));
    if (window <= last) keep(event, place, window, last);
    if (!missed_.empty()) report_late(event, window <= last);
  }

  /// Adds an event to the windows from `first` to `last`, which take it.
  void keep(const arrived& event, const detail::slice_place& place, grid_index first, grid_index last) {
    const row_index row = keys_.find_or_create(event.key, event.hash);
    const auto add = [&](contents& into) { options_.function.add(into, event.value, event.element); };
    slice_type& into = slices_.try_emplace(place.slice, place.slice, pool_).first->second;
    const bool is_first = into.held.find(row) == nullptr;
    contents* held = into.held.find_open(row);
    const bool is_late = grid_.first_window(place.slice) < due_from_;
    if (is_late) totals_.leave(grid_.first_slice(due_from_), slices_);
    guard(row, grid_.window(first), [&] {
      if (held == nullptr) held = &open(into, row);
      add(*held);
    });
    if (!is_late) return recent_.remember(place, into);
    if (last >= due_from_) {
      totals_.add_belated(place.slice, row, is_first, slices_, guarding(grid_.window(due_from_)), add);
    }
    for (grid_index late = first; late <= last && late < due_from_; ++late) add_late(row, late, add);
  }

  /// Adds an event to a pane of a complete window, which fires.
  template <class Add>
  void add_late(row_index row, grid_index number, const Add& add) {
    const time_window window = grid_.window(number);
    auto& panes = complete_.at(number);
    contents* held = nullptr;
    guard(row, window, [&] {
      panes.held.open(row, copying());
      held = panes.held.find_open(row);
      if (held == nullptr) {
        held = &panes.held.create(row, [&] { return options_.function.create(); });
        ++counts_.open_panes;
      }
      add(*held);
    });
    panes.emitted.open(row, [](const memory& of) { return of; });
    fire_kept(row, window, *held, panes);
  }

  /// The contents of a row in a slice, to be written: opens its chunk again after a freeze, and makes them when it is
  /// the row's first element there.
  contents& open(slice_type& in, row_index row) {
    if (!in.held.is_open(row)) {
      if (contents* const held = open_chunk(in, row)) return *held;
    }
    contents& opened = in.held.create(row, [&] { return options_.function.create(); });
    keys_.use(row);
    counts_.open_panes += opened_panes(in.number, row);
    return opened;
  }
  /// Returns what the row has, if anything.
  __attribute__((noinline)) contents* open_chunk(slice_type& in, row_index row) {
    changed_slices_.insert(in.number);
    in.held.open(row, copying());
    return in.held.find_open(row);
  }
  [[nodiscard]] auto copying() const noexcept {
    return [this](const contents& of) { return detail::copy_contents(options_.function, of); };
  }

  void load_entry(std::string_view entry, std::string_view value) {
    key_reader from{entry};
    byte_reader bytes{value};
    const std::uint8_t kind = from.number();
    if (kind != detail::slice_entry && kind != detail::complete_entry) {
      detail::refuse_entry("is not of this kind of operator");
    }
    const time_window bounds = detail::read_bounds(from);
    const Key key = detail::read_key<Key>(from, bytes);
    const std::uint64_t hash = key_hash(key);
    contents loaded = codec<contents>::read(bytes);
    if (kind == detail::slice_entry) {
      bytes.expect_end();
      load_slice(bounds, keys_.find_or_create(key, hash), std::move(loaded));
    } else {
      memory emitted = detail::memory_codec<memory>::read(bytes);
      bytes.expect_end();
      load_pane(bounds, keys_.find(key, hash), std::move(loaded), std::move(emitted));
    }
  }

  void load_slice(time_window bounds, row_index row, contents&& loaded) {
    const std::optional<grid_index> number = grid_.slice_number(bounds);
    if (!number || *number < grid_.first_slice(kept_from_)) {
      detail::refuse_entry("is of " + describe(bounds) + ", which is no slice of this stage's windows now");
    }
    slice_type& into = slices_.try_emplace(*number, *number, pool_).first->second;
    if (into.held.find(row) != nullptr) detail::refuse_entry("has the key of another one");
    open(into, row) = std::move(loaded);
  }

  /// Whoever has a pane in a complete window has elements in its slices, which were loaded before.
  void load_pane(time_window window, row_index row, contents&& loaded, memory&& emitted) {
    const std::optional<grid_index> number = grid_.window_number(window);
    if (!number || *number < kept_from_ || *number >= due_from_ || row == detail::no_row) {
      detail::refuse_entry("is of " + describe(window) + ", which is no complete window of this stage now");
    }
    auto& panes = complete_.at(*number);
    if (panes.held.find(row) != nullptr) detail::refuse_entry("has the key of another one");
    panes.held.create(row, [&] { return std::move(loaded); });
    if (rows_.remembers()) panes.emitted.create(row, [&] { return std::move(emitted); });
    ++counts_.open_panes;
  }

  /// Takes what there is as handed over.
  void mark_clean() {
    keys_.mark_clean();
    for (const grid_index slice : changed_slices_) static_cast<void>(slices_.find(slice)->second.held.freeze());
    changed_slices_.clear();
    complete_.mark_clean();
  }

  /// A slice of a change set uses a row.
  void use(row_index row, grid_index slice) {
    keys_.use(row);
    grid_index& newest = keys_.newest_slice(row);
    newest = std::max(newest, slice);
  }

  /// How many windows that are still to fire have their first element of the row with its first one in `slice`: those
  /// that contain none of the slices before and after it that the row has elements in.
  std::uint64_t opened_panes(grid_index slice, row_index row) {
    grid_index first = std::max(grid_.first_window(slice), due_from_);
    grid_index last = grid_.last_window(slice);
    if (grid_.slices_per_window() > 1) {
      grid_index& newest = keys_.newest_slice(row);
      if (slice > newest) {
        first = std::max(first, grid_.last_window(newest) + 1);
        newest = slice;
      } else {
        const auto [before, after] = neighbours(slice, row);
        first = std::max(first, grid_.last_window(before) + 1);
        last = std::min(last, grid_.last_window_before(after));
      }
    }
    return first <= last ? static_cast<std::uint64_t>(last - first + 1) : 0;
  }

  /// The nearest other slices that the row has elements in and that share windows with `slice`.
  std::pair<grid_index, grid_index> neighbours(grid_index slice, row_index row) {
    std::pair<grid_index, grid_index> found{detail::before_all, detail::after_all};
    const auto place = slices_.find(slice);
    const grid_index reach = grid_.slices_per_window();
    for (auto at = place; at != slices_.begin() && (--at)->first > slice - reach;) {
      if (at->second.held.find(row) == nullptr) continue;
      found.first = at->first;
      break;
    }
    for (auto at = std::next(place); at != slices_.end() && at->first < slice + reach; ++at) {
      if (at->second.held.find(row) == nullptr) continue;
      found.second = at->first;
      break;
    }
    return found;
  }

  void report_late(const arrived& event, bool kept) {
    ++(kept ? counts_.partly_late : counts_.dropped_late);
    if (!late_.connected()) return;
    late_.emit(late_type{event.key, event.value, event.element.time, missed_, now_});
    room_is_sure_ = false;
  }

  /// Fires the windows below `due_before`. Returns false when an output ran out of room.
  bool fire_due(grid_index due_before) {
    while (firing_.has_value() || begin_firing(due_before)) {
      for (row_index row = next_of(*firing_); row != detail::no_row; row = next_of(*firing_)) {
        if (!has_room()) return false;
        firing_->next = row + 1;
        fire_pane(*firing_, row);
      }
      due_from_ = firing_->number + 1;
      firing_.reset();
    }
    return true;
  }

  bool begin_firing(grid_index due_before) {
    const auto first = slices_.lower_bound(grid_.first_slice(due_from_));
    if (first == slices_.end()) return false;
    const grid_index number = std::max(due_from_, grid_.first_window(first->first));
    if (number >= due_before) return false;
    firing due{.number = number, .window = grid_.window(number), .only = nullptr, .kept = nullptr};
    if (grid_.slices_per_window() == 1) {
      due.only = &first->second.held;
    } else {
      const grid_index low = grid_.first_slice(number);
      totals_.slide_to(low, low + grid_.slices_per_window(), slices_, guarding(due.window));
    }
    const bool is_freed =
        options_.mode == output_mode::final_only || now_.reached(due.window.freed_at(options_.allowed_lateness));
    if (!is_freed) due.kept = &complete_.at(number);
    firing_ = due;
    return true;
  }

  [[nodiscard]] row_index next_of(const firing& due) const noexcept {
    return due.only != nullptr ? detail::next_row(due.next, *due.only) : totals_.next(due.next);
  }

  void fire_pane(const firing& due, row_index row) {
    if (due.kept == nullptr) {
      memory emitted{};
      if (due.only != nullptr) {
        fire(row, due.window, *due.only->find(row), emitted);
      } else {
        fire(row, due.window, total(due, row), emitted);
      }
      --counts_.open_panes;
    } else {
      fire_kept(row, due.window, due.kept->held.create(row, [&] { return total(due, row); }), *due.kept);
    }
  }

  [[nodiscard]] contents total(const firing& due, row_index row) {
    std::optional<contents> made;
    guard(row, due.window, [&] {
      made.emplace(due.only != nullptr ? detail::copy_contents(options_.function, *due.only->find(row))
                                       : totals_.total_of(row));
    });
    return *std::move(made);
  }

  /// Fires a pane that goes on to take late elements.
  template <class Panes>
  void fire_kept(row_index row, time_window window, const contents& held, Panes& panes) {
    if (rows_.remembers()) {
      fire(row, window, held, panes.emitted.find_or_create(row, [] { return memory{}; }));
    } else {
      memory none{};
      fire(row, window, held, none);
    }
  }

  void fire(row_index row, time_window window, const contents& held, memory& emitted) {
    const Key& key = keys_.key_of(row);
    guard(row, window, [&] {
      const window_context<Key> context{key, window, now_, sides_};
      rows_.send(key, window, emitted, [&](auto&& emit) { options_.function.fire(held, context, emit); });
    });
    room_is_sure_ = false;
  }

  /// Frees the windows that take no late elements any more, and the slices that only they had.
  void free_due() {
    const grid_index kept_from = grid_.first_not_reached(now_, options_.allowed_lateness);
    if (kept_from == kept_from_) return;
    kept_from_ = kept_from;
    counts_.open_panes -= complete_.free(kept_from);
    free_slices(grid_.first_slice(kept_from));
  }

  void free_slices(grid_index low) {
    if (slices_.empty() || slices_.begin()->first >= low) return;
    totals_.leave(low, slices_);
    while (!slices_.empty() && slices_.begin()->first < low) {
      slices_.begin()->second.held.for_each([this](row_index row, const contents&) { keys_.release(row); });
      slices_.erase(slices_.begin());
    }
    changed_slices_.erase(changed_slices_.begin(), changed_slices_.lower_bound(low));
    keys_.begin_generation();
  }

  template <class Call>
  void guard(row_index row, time_window window, Call&& call) {
    detail::call_user(options_.stage, keys_.key_of(row), window, call);
  }
  [[nodiscard]] auto guarding(time_window window) {
    return [this, window](row_index row, auto&& call) { guard(row, window, call); };
  }

  /// Asked between two events or panes that may emit. Credit can only be used up by what was emitted since, or by the
  /// owner.
  [[nodiscard]] bool has_room() {
    if (room_is_sure_) return true;
    room_is_sure_ = rows_.output().has_room() && late_.has_room() && sides_.has_room();
    return room_is_sure_;
  }

  void settle() {
    rows_.output().settle();
    late_.settle();
    sides_.settle();
  }

  static constexpr std::size_t many_keys = 16'384;
  static constexpr std::size_t events_ahead = 32;

  options options_;
  duration due_lateness_;  // how long after its end a window is due
  detail::slice_grid grid_;
  detail::pane_rows<Key, out_type, Output> rows_;
  collector<late_type> late_;
  side_outputs sides_;
  detail::key_rows<Key> keys_;
  detail::chunk_pool<contents> pool_;
  slice_map slices_;
  std::set<grid_index> changed_slices_;  // since the last freeze
  detail::sliding_totals<Function> totals_;
  detail::complete_windows<contents, memory> complete_;
  detail::recent_slices<contents> recent_;
  std::optional<firing> firing_;
  watermark now_;
  grid_index due_from_;     // the first window that is still to fire
  grid_index kept_from_;    // the first window that is not freed
  grid_index erased_from_;  // the same, at the last freeze
  operator_counts counts_;
  std::uint64_t arrivals_ = 0;
  std::uint64_t change_sets_ = 0;  // frozen or applied
  bool room_is_sure_ = false;
  std::array<row_index, events_ahead> ahead_{};  // of the events [ahead_from_, ahead_to_) of the batch in hand
  std::size_t ahead_from_ = 0;
  std::size_t ahead_to_ = 0;
  std::size_t ahead_beyond_ = 0;     // the buckets of the events up to this one are asked for
  std::vector<time_window> missed_;  // of the event in hand
};

/// Makes an operator with rows going straight to their port; the options say the types of assigner and function.
template <stream_key Key, class Value, class Assigner, class Function>
[[nodiscard]] std::unique_ptr<keyed_operator> make_sliced_window_operator(window_options<Assigner, Function> chosen) {
  return std::make_unique<sliced_window_operator<Key, Value, Assigner, Function>>(std::move(chosen));
}

}  // namespace millrace
