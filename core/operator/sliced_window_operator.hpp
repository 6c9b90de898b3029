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
#include <millrace/core/describe.hpp>
#include <millrace/core/element/row.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/copy_contents.hpp>
#include <millrace/core/operator/following_changes.hpp>
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
#include <millrace/core/operator/sliced_state.hpp>
#include <millrace/core/operator/sliding_totals.hpp>
#include <millrace/core/operator/storable_state.hpp>
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
#include <span>
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
        state_(options_.function,
               detail::slice_grid(options_.windows.size(), options_.windows.slide(), options_.windows.offset())),
        rows_(options_.mode, std::move(output)),
        sides_(options_.sides),
        totals_(options_.function, state_.grid.slices_per_window(), state_.pool) {
    stand_at(now_);
  }

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
    const grid_index due_before = state_.grid.first_not_reached(now_, due_lateness_);
    if (due_before != state_.due_from) {
      const bool done = fire_due(due_before);
      settle();
      if (!done) return false;
      state_.due_from = due_before;
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
    all.open_panes = state_.open_panes;
    return all;
  }

  std::shared_ptr<const operator_changes> freeze() override {
    auto frozen = std::make_shared<changes>(state_.grid);
    frozen->stood = {options_.stage, change_sets_ + 1, now_, counts(), arrivals_, 0};
    state_.freeze(*frozen);
    ++change_sets_;
    return frozen;
  }

  void restore(const operator_changes& given) override {
    const changes& next = detail::following_changes<changes>(given, options_.stage, change_sets_);
    state_.restore(next);
    go_on_from(next.stood);
    state_.open_panes = next.stood.counts.open_panes;
    ++change_sets_;
  }

  [[nodiscard]] std::optional<error> not_storable() const override {
    return detail::why_not_storable<Key, Function>(options_.stage, rows_.remembers());
  }

  void load(const operator_moment& moment, const entry_reader& stored) override {
    if (auto wrong = not_storable()) throw failure(*std::move(wrong));
    if constexpr (detail::stores_state<Key, Function>) {
      stand_at(moment.now);
      go_on_from(moment);
      state_.load(stored, options_.stage, rows_.remembers());
    }
  }

private:
  using input_event = typename input_type::event;
  using contents = typename Function::contents;
  using slice_type = detail::slice<contents>;
  using slice_map = detail::slices<contents>;
  using grid_index = detail::grid_index;
  using row_index = detail::row_index;
  using state = detail::sliced_state<Key, Function>;
  using memory = typename state::memory;
  using changes = typename state::changes;

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
    typename state::complete_panes* kept;      // none when it is freed as it fires
    row_index next = 0;
  };

  static options checked(options&& chosen) {
    if (auto wrong = check_window_options(chosen)) throw failure(*std::move(wrong));
    return std::move(chosen);
  }

  /// No window was due or freed but for the watermark.
  void stand_at(watermark now) {
    state_.stand_at(state_.grid.first_not_reached(now, due_lateness_),
                    state_.grid.first_not_reached(now, options_.allowed_lateness));
  }

  /// Takes over where another operator stood, apart from what it held.
  void go_on_from(const operator_moment& stood) {
    now_ = stood.now;
    counts_ = stood.counts;
    rows_.count_from(counts_.rows);
    arrivals_ = stood.arrivals;
  }

  /// Applies events as long as none can be late and their slices are at hand. Returns the index of the first other one.
  std::size_t apply_recent(const input_type& input, std::size_t from) {
    const input_event* const events = input.events.begin();
    const std::size_t size = input.size();
    std::size_t next = from;
    const std::uint64_t arrivals_before = arrivals_ - from;
    try {
      if (state_.keys.size() < many_keys) {
        for (; next < size && recent_.covers(events[next].time); ++next) {
          add_recent(events[next], state_.keys.find_or_create(events[next].key, events[next].hash),
                     arrivals_before + next);
        }
      } else {
        for (; next < size && recent_.covers(events[next].time); ++next) {
          add_recent(events[next], row_ahead(input, next), arrivals_before + next);
        }
      }
    } catch (...) {
      const grid_index slice = state_.grid.place_of(events[next].time).slice;
      detail::throw_again(
          detail::place_of(options_.stage, events[next].key, state_.grid.window(state_.grid.first_window(slice))));
    }
    counts_.events += next - from;
    arrivals_ += next - from;
    return next;
  }

  void add_recent(const input_event& added, row_index row, std::uint64_t arrival) {
    slice_type& into = recent_.slice_of(added.time);
    contents* held = into.held.find_open(row);
    if (held == nullptr) held = &state_.open(into, row);
    options_.function.add(*held, added.value, element_context{added.time, arrival});
  }

  /// The row of an event. Asks the memory of many events at once, when there are more keys than a cache holds.
  row_index row_ahead(const input_type& input, std::size_t index) {
    if (index >= ahead_to_) look_ahead(input, index);
    const input_event& of = input.events[index];
    const row_index likely = ahead_[index - ahead_from_];
    if (likely != detail::no_row && state_.keys.is(likely, of.key)) return likely;
    return state_.keys.find_or_create(of.key, of.hash);
  }

  void look_ahead(const input_type& input, std::size_t from) {
    ahead_from_ = from;
    ahead_to_ = std::min(from + ahead_.size(), input.size());
    for (std::size_t index = from; index < ahead_to_; ++index) state_.keys.prefetch(input.events[index].hash);
    for (std::size_t index = from; index < ahead_to_; ++index) {
      const input_event& of = input.events[index];
      const row_index likely = state_.keys.likely(of.hash);
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
    const detail::slice_place place = state_.grid.place_of(event.element.time);
    if (!place.covered) {
      ++counts_.in_gap;
      return;
    }
    const grid_index last = state_.grid.last_window(place.slice);
    grid_index window = state_.grid.first_window(place.slice);
    missed_.clear();
    for (; window <= last && window < state_.kept_from; ++window) missed_.push_back(state_.grid.window(window));
    if (window <= last) keep(event, place, window, last);
    if (!missed_.empty()) report_late(event, window <= last);
  }

  /// Adds an event to the windows from `first` to `last`, which take it.
  void keep(const arrived& event, const detail::slice_place& place, grid_index first, grid_index last) {
    const row_index row = state_.keys.find_or_create(event.key, event.hash);
    const auto add = [&](contents& into) { options_.function.add(into, event.value, event.element); };
    slice_type& into = state_.slices.try_emplace(place.slice, place.slice, state_.pool).first->second;
    const bool is_first = into.held.find(row) == nullptr;
    contents* held = into.held.find_open(row);
    const bool is_late = state_.grid.first_window(place.slice) < state_.due_from;
    if (is_late) totals_.leave(state_.grid.first_slice(state_.due_from), state_.slices);
    guard(row, state_.grid.window(first), [&] {
      if (held == nullptr) held = &state_.open(into, row);
      add(*held);
    });
    if (!is_late) return recent_.remember(place, into);
    if (last >= state_.due_from) {
      totals_.add_belated(place.slice, row, is_first, state_.slices, guarding(state_.grid.window(state_.due_from)),
                          add);
    }
    for (grid_index late = first; late <= last && late < state_.due_from; ++late) add_late(row, late, add);
  }

  /// Adds an event to a pane of a complete window, which fires.
  template <class Add>
  void add_late(row_index row, grid_index number, const Add& add) {
    const time_window window = state_.grid.window(number);
    auto& panes = state_.complete.at(number);
    contents* held = nullptr;
    guard(row, window, [&] {
      panes.held.open(row, state_.copying());
      held = panes.held.find_open(row);
      if (held == nullptr) {
        held = &panes.held.create(row, [&] { return options_.function.create(); });
        ++state_.open_panes;
      }
      add(*held);
    });
    panes.emitted.open(row, [](const memory& of) { return of; });
    fire_kept(row, window, *held, panes);
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
      state_.due_from = firing_->number + 1;
      firing_.reset();
    }
    return true;
  }

  bool begin_firing(grid_index due_before) {
    const auto first = state_.slices.lower_bound(state_.grid.first_slice(state_.due_from));
    if (first == state_.slices.end()) return false;
    const grid_index number = std::max(state_.due_from, state_.grid.first_window(first->first));
    if (number >= due_before) return false;
    firing due{.number = number, .window = state_.grid.window(number), .only = nullptr, .kept = nullptr};
    if (state_.grid.slices_per_window() == 1) {
      due.only = &first->second.held;
    } else {
      const grid_index low = state_.grid.first_slice(number);
      totals_.slide_to(low, low + state_.grid.slices_per_window(), state_.slices, guarding(due.window));
    }
    const bool is_freed =
        options_.mode == output_mode::final_only || now_.reached(due.window.freed_at(options_.allowed_lateness));
    if (!is_freed) due.kept = &state_.complete.at(number);
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
      --state_.open_panes;
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
    const Key& key = state_.keys.key_of(row);
    guard(row, window, [&] {
      const window_context<Key> context{key, window, now_, sides_};
      rows_.send(key, window, emitted, [&](auto&& emit) { options_.function.fire(held, context, emit); });
    });
    room_is_sure_ = false;
  }

  /// Frees the windows that take no late elements any more, and the slices that only they had.
  void free_due() {
    const grid_index kept_from = state_.grid.first_not_reached(now_, options_.allowed_lateness);
    if (kept_from == state_.kept_from) return;
    const grid_index low = state_.grid.first_slice(kept_from);
    if (state_.begins_below(low)) totals_.leave(low, state_.slices);
    state_.free(kept_from);
  }

  template <class Call>
  void guard(row_index row, time_window window, Call&& call) {
    detail::call_user(options_.stage, state_.keys.key_of(row), window, call);
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
  state state_;
  detail::pane_rows<Key, out_type, Output> rows_;
  collector<late_type> late_;
  side_outputs sides_;
  detail::sliding_totals<Function> totals_;
  detail::recent_slices<contents> recent_;
  std::optional<firing> firing_;
  watermark now_;
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
