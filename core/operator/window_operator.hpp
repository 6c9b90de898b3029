// The general window operator: any assigner, any function, one pane for each key and window.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/batch/output_port.hpp>
#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/codec/key_layout.hpp>
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
#include <millrace/core/operator/pane.hpp>
#include <millrace/core/operator/pane_rows.hpp>
#include <millrace/core/operator/pane_schedule.hpp>
#include <millrace/core/operator/side_outputs.hpp>
#include <millrace/core/operator/storable_state.hpp>
#include <millrace/core/operator/stored_key.hpp>
#include <millrace/core/operator/stored_panes.hpp>
#include <millrace/core/operator/user_code.hpp>
#include <millrace/core/operator/window_changes.hpp>
#include <millrace/core/operator/window_context.hpp>
#include <millrace/core/operator/window_function.hpp>
#include <millrace/core/operator/window_options.hpp>
#include <millrace/core/state/keyed_state.hpp>
#include <millrace/core/state/memory_state.hpp>
#include <millrace/core/state/stored_entries.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/assigner.hpp>
#include <millrace/core/window/event_time_trigger.hpp>
#include <millrace/core/window/output_mode.hpp>
#include <millrace/core/window/time_window.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace {

/// Event-time windows over keyed events. `Output` takes the rows: a `collector`, or anything with its members that puts
/// steps before one. Confined to its actor. One dictionary look-up an event; one update for each window of the event.
///
/// The life of an event: locate its panes (sessions merge here), report the windows that it missed, add it to the
/// others, ask the trigger, apply what it says. The life of a pane: opened by an event, due at the end of its window,
/// when the trigger is asked, and again at end + allowed lateness, when it is freed.
template <stream_key Key, class Value, window_assigner Assigner, window_function<Key, Value> Function,
          class Output = collector<row<Key, typename Function::value_type>>,
          template <class, class> class State = memory_state>
class window_operator final : public keyed_operator {
public:
  using options = window_options<Assigner, Function>;
  using out_type = typename Function::value_type;
  using row_type = row<Key, out_type>;
  using late_type = late_event<Key, Value>;
  using input_type = event_batch<Key, Value>;

  /// Says what is wrong with the options, if anything: see `check_window_options`.
  [[nodiscard]] static std::optional<error> check(const options& chosen) { return check_window_options(chosen); }

  /// Errors: failure, when `check` finds one.
  explicit window_operator(options chosen, Output output = Output{})
      : options_(checked(std::move(chosen))), rows_(options_.mode, std::move(output)), sides_(options_.sides) {}

  window_operator(const window_operator&) = delete;
  window_operator& operator=(const window_operator&) = delete;

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
    if (schedule_is_behind_) rebuild_schedule();
    room_is_sure_ = false;
    std::size_t next = from;
    for (; next < input.size() && has_room(); ++next) {
      const auto& event = input.events[next];
      apply({event.key, event.hash, event.value, {event.time, arrivals_++}});
    }
    settle();
    return next;
  }

  bool advance(watermark to) override {
    if (schedule_is_behind_) rebuild_schedule();
    now_ = std::max(now_, to);
    room_is_sure_ = false;
    std::optional<visit> due = schedule_.next(now_);
    for (; due && has_room(); due = schedule_.next(now_)) {
      schedule_.pop();
      pass(*due);
    }
    settle();
    return !due;
  }

  [[nodiscard]] watermark now() const noexcept override { return now_; }

  [[nodiscard]] watermark forwarded(watermark own) const noexcept override {
    return detail::forwarded_watermark(options_.mode, options_.allowed_lateness, own);
  }

  [[nodiscard]] operator_counts counts() const noexcept override {
    operator_counts now = counts_;
    now.rows = rows_.made();
    return now;
  }

  std::shared_ptr<const operator_changes> freeze() override {
    auto frozen = std::make_shared<changes>();
    state_.changes([&](const Key& key, const panes& held) { frozen->changed.emplace_back(key, copy_of(key, held)); },
                   [&](const Key& key) { frozen->gone.push_back(key); });
    frozen->stood = {options_.stage, change_sets_ + 1, now_, counts(), arrivals_, tickets_};
    state_.mark_clean();
    ++change_sets_;
    return frozen;
  }

  void restore(const operator_changes& given) override {
    const changes& next = detail::following_changes<changes>(given, options_.stage, change_sets_);
    for (const Key& key : next.gone) state_.erase(state_.find(key, key_hash(key)));
    for (const auto& [key, held] : next.changed) {
      const place at = state_.find_or_create(key, key_hash(key));
      state_.at(at) = copy_of(key, held);
      state_.touch(at);
    }
    go_on_from(next.stood);
    counts_.open_panes = next.stood.counts.open_panes;
    ++change_sets_;
  }

  [[nodiscard]] std::optional<error> not_storable() const override {
    return detail::why_not_storable<Key, Function>(options_.stage, rows_.remembers());
  }

  void load(const operator_moment& moment, const entry_reader& stored) override {
    if (auto wrong = not_storable()) throw failure(*std::move(wrong));
    if constexpr (detail::stores_state<Key, Function>) {
      go_on_from(moment);
      stored.for_each([this](std::string_view key, std::string_view value) {
        try {
          load_entry(key, value);
        } catch (...) {
          detail::throw_again("stage '" + options_.stage + "'");
        }
      });
      state_.mark_clean();
    }
  }

  /// The panes of each key, for whoever writes them down. Not between an `advance` that returned false and the next.
  using state_type = State<Key, detail::key_panes<typename Function::contents, out_type>>;
  [[nodiscard]] state_type& state() noexcept { return state_; }

private:
  using panes = detail::key_panes<typename Function::contents, out_type>;
  using pane = typename panes::pane_type;
  using place = typename state_type::handle;
  using changes = detail::window_changes<Key, panes>;
  using schedule = detail::pane_schedule<place>;
  using visit = typename schedule::visit;
  static_assert(keyed_state<state_type, Key, panes>);

  struct arrived {
    const Key& key;
    std::uint64_t hash;
    const Value& value;
    element_context element;
  };

  static options checked(options&& chosen) {
    if (auto wrong = check(chosen)) throw failure(*std::move(wrong));
    return std::move(chosen);
  }

  /// Takes over where another operator stood, with no pane open yet.
  void go_on_from(const operator_moment& stood) {
    state_.mark_clean();
    schedule_is_behind_ = true;
    now_ = stood.now;
    counts_ = stood.counts;
    counts_.open_panes = 0;
    rows_.count_from(counts_.rows);
    arrivals_ = stood.arrivals;
    tickets_ = stood.tickets;
  }

  void load_entry(std::string_view entry, std::string_view value) {
    key_reader from{entry};
    byte_reader bytes{value};
    if (from.number() != detail::panes_entry) detail::refuse_entry("is not of this kind of operator");
    const Key key = detail::read_key<Key>(from, bytes);
    panes loaded = codec<panes>::read(bytes);
    bytes.expect_end();
    if (loaded.empty()) detail::refuse_entry("holds no pane");
    const std::uint64_t hash = key_hash(key);
    if (state_.find(key, hash) != state_type::none()) detail::refuse_entry("has the key of another one");
    counts_.open_panes += loaded.size();
    state_.at(state_.find_or_create(key, hash)) = std::move(loaded);
  }

  void apply(const arrived& event) {
    if (event.element.time == event_time::none()) {
      throw failure(error_code::no_timestamp,
                    "an event has no timestamp: stage '" + options_.stage + "', key " + describe(event.key));
    }
    ++counts_.events;
    missed_.clear();
    bool kept = false;
    locate(event, [&](place at, std::size_t index) {
      kept = true;
      add(at, index, event);
    });
    if (!missed_.empty()) {
      report_late(event, kept);
    } else if (!kept) {
      ++counts_.in_gap;
    }
  }

  /// Calls `keep(place, index of the pane)` for each window of the event that it has not missed; the others are put
  /// into `missed_`.
  template <class Keep>
  void locate(const arrived& event, Keep keep) {
    if constexpr (merging_window_assigner<Assigner>) {
      locate_merged(event, keep);
    } else {
      locate_aligned(event, keep);
    }
  }

  template <class Keep>
  void locate_aligned(const arrived& event, Keep& keep) {
    place at = state_type::none();
    std::size_t index = 0;
    options_.windows.for_each_window(event.element.time, [&](time_window window) {
      if (is_missed(window)) return missed_.push_back(window);
      if (at == state_type::none()) at = state_.find_or_create(event.key, event.hash);
      panes& held = state_.at(at);
      index = held.position_of(window, index);
      if (index == held.size() || held[index].window != window) open(at, index, window);
      keep(at, index);
    });
  }

  /// Merging comes before the lateness test: it is the merged window that is judged. A missed one touches no pane.
  template <class Keep>
  void locate_merged(const arrived& event, Keep& keep) {
    const time_window own = options_.windows.window_of(event.element.time);
    time_window merged = own;
    std::pair<std::size_t, std::size_t> touching{0, 0};
    place at = state_.find(event.key, event.hash);
    if (at != state_type::none()) {
      panes& held = state_.at(at);
      touching = held.touching(own, [&](time_window other) { return options_.windows.touch(own, other); });
      for (std::size_t index = touching.first; index < touching.second; ++index) {
        merged.start = std::min(merged.start, held[index].window.start);
        merged.end = std::max(merged.end, held[index].window.end);
      }
    }
    if (is_missed(merged)) return missed_.push_back(merged);
    if (at == state_type::none()) at = state_.find_or_create(event.key, event.hash);
    merge(at, touching.first, touching.second, merged);
    keep(at, touching.first);
  }

  [[nodiscard]] bool is_missed(time_window window) const noexcept {
    return judge(window, options_.allowed_lateness, now_) == lateness::missed;
  }

  void open(place at, std::size_t index, time_window window) {
    guard(at, window,
          [&] { state_.at(at).insert(index, pane{.window = window, .contents = options_.function.create()}); });
    ++counts_.open_panes;
    enter(at, index);
  }

  /// Makes the panes [first, last), which touch, one pane of the window `merged`; opens it when there is none. A pane
  /// that loses its bounds takes back what it has emitted.
  void merge(place at, std::size_t first, std::size_t last, time_window merged) {
    if (first == last) return open(at, first, merged);
    panes& held = state_.at(at);
    guard(at, merged, [&] {
      for (std::size_t index = first; index < last; ++index) {
        pane& joined = held[index];
        if (joined.window != merged) rows_.take_back(state_.key_of(at), joined.window, joined.emitted);
        if (index > first) options_.function.merge(held[first].contents, std::move(joined.contents));
      }
    });
    held.erase(first + 1, last);
    counts_.open_panes -= last - first - 1;
    held[first].window = merged;
    enter(at, first);
    if (rows_.remembers()) room_is_sure_ = false;
  }

  /// A pane has got its window: it is judged by the present watermark, and due accordingly.
  void enter(place at, std::size_t index) {
    pane& entered = state_.at(at)[index];
    entered.complete = now_.reached(entered.window.end);
    put_on_schedule(at, entered);
  }

  void add(place at, std::size_t index, const arrived& event) {
    pane& into = state_.at(at)[index];
    guard(at, into.window, [&] { options_.function.add(into.contents, event.value, event.element); });
    state_.touch(at);
    if (options_.mode == output_mode::final_only) return;
    if (trigger_.on_element(into.window, now_) == trigger_result::fire) fire(at, into);
  }

  void report_late(const arrived& event, bool kept) {
    ++(kept ? counts_.partly_late : counts_.dropped_late);
    if (!late_.connected()) return;
    late_.emit(late_type{event.key, event.value, event.element.time, missed_, now_});
    room_is_sure_ = false;
  }

  /// The watermark passes the moment for which a pane was put on the schedule.
  void pass(const visit& due) {
    panes& held = state_.at(due.place);
    const std::size_t index = held.with_ticket(due.ticket);
    if (index == held.size()) return;  // merged into another, or due again at another moment
    pane& passed = held[index];
    passed.ticket = 0;
    if (due.at < due_moment(passed)) {  // a session that has grown since
      state_.touch(due.place);
      return put_on_schedule(due.place, passed);
    }
    if (!passed.complete) {
      passed.complete = true;
      if (options_.mode != output_mode::final_only &&
          trigger_.on_event_time(passed.window, due.at.time) == trigger_result::fire) {
        fire(due.place, passed);
      }
      if (due.at < due_moment(passed)) return put_on_schedule(due.place, passed);
    }
    release(due.place, index);
  }

  [[nodiscard]] detail::schedule_moment due_moment(const pane& of) const noexcept {
    const bool only_freed = of.complete || options_.mode == output_mode::final_only;
    return {only_freed ? of.window.freed_at(options_.allowed_lateness) : of.window.end, of.window.end};
  }

  /// A pane that has an earlier visit waits for that one, which puts it off: a session that grows by every event holds
  /// one place in the schedule.
  void put_on_schedule(place at, pane& due) {
    const detail::schedule_moment moment = due_moment(due);
    if (due.ticket != 0 && due.scheduled <= moment) return;
    due.ticket = ++tickets_;
    due.scheduled = moment;
    schedule_.add({moment, at, due.ticket});
  }

  /// Puts all panes on a schedule of their own, after a restore. That a window is complete is no change to write down:
  /// the watermark tells.
  void rebuild_schedule() {
    schedule_is_behind_ = false;
    schedule_.clear();
    std::vector<visit> all;
    state_.for_each([&](place at) {
      panes& held = state_.at(at);
      for (std::size_t index = 0; index < held.size(); ++index) {
        pane& each = held[index];
        each.complete = now_.reached(each.window.end);
        all.push_back({each.scheduled, at, each.ticket});
      }
    });
    std::sort(all.begin(), all.end(), [](const visit& left, const visit& right) { return left.ticket < right.ticket; });
    for (const visit& each : all) schedule_.add(each);
  }

  [[nodiscard]] panes copy_of(const Key& key, const panes& held) const {
    if constexpr (detail::copies_contents<Function>) {
      return held.copied([&](time_window window, const typename Function::contents& from) {
        std::optional<typename Function::contents> copy;
        detail::call_user(options_.stage, key, window,
                          [&] { copy.emplace(detail::copy_contents(options_.function, from)); });
        return *std::move(copy);
      });
    } else {
      throw failure(error_code::not_supported_yet, "the contents of the window function of stage '" + options_.stage +
                                                       "' cannot be copied; a change set takes contents with a copy "
                                                       "constructor, or a function that merges from const contents");
    }
  }

  void fire(place at, pane& fired) {
    const Key& key = state_.key_of(at);
    guard(at, fired.window, [&] {
      const window_context<Key> context{key, fired.window, now_, sides_};
      rows_.send(key, fired.window, fired.emitted,
                 [&](auto&& emit) { options_.function.fire(std::as_const(fired.contents), context, emit); });
    });
    if (rows_.remembers()) state_.touch(at);
    room_is_sure_ = false;
  }

  void release(place at, std::size_t index) {
    panes& held = state_.at(at);
    if (options_.mode == output_mode::final_only) fire(at, held[index]);
    held.erase(index, index + 1);
    --counts_.open_panes;
    if (held.empty()) {
      state_.erase(at);
    } else {
      state_.touch(at);
    }
  }

  template <class Call>
  void guard(place at, time_window window, Call&& call) {
    detail::call_user(options_.stage, state_.key_of(at), window, call);
  }

  /// Asked between two events or panes. Credit can only be used up by what was emitted since, or by the owner.
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

  options options_;
  detail::pane_rows<Key, out_type, Output> rows_;
  collector<late_type> late_;
  side_outputs sides_;
  event_time_trigger trigger_;
  state_type state_;
  schedule schedule_;
  watermark now_;
  operator_counts counts_;
  std::uint64_t arrivals_ = 0;
  std::uint64_t tickets_ = 0;
  std::uint64_t change_sets_ = 0;    // frozen or applied
  bool schedule_is_behind_ = false;  // restored since it was made
  bool room_is_sure_ = false;
  std::vector<time_window> missed_;  // of the event in hand
};

/// Makes an operator with rows going straight to their port; the options say the types of assigner and function.
template <stream_key Key, class Value, class Assigner, class Function>
[[nodiscard]] std::unique_ptr<keyed_operator> make_window_operator(window_options<Assigner, Function> chosen) {
  return std::make_unique<window_operator<Key, Value, Assigner, Function>>(std::move(chosen));
}

}  // namespace millrace
