// The hot loop of a source: reader, event time, generator, fused steps and key function, all types known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/cache_line.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/protocol/round_cutter.hpp>
#include <millrace/core/source/source_reader.hpp>
#include <millrace/core/source/split_program.hpp>
#include <millrace/core/watermark/generator.hpp>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace millrace {

namespace detail {

template <class Reader>
concept tells_position = requires(const Reader& reader) {
  { reader.position() } -> std::convertible_to<std::string>;
};

/// A generator that takes the reader's own watermarks.
template <class Generator>
concept takes_watermarks = requires(Generator& generator, watermark mark) {
  generator.set(mark);
};

/// A reader that may be unable to go on in another run as if there had been one, and says why.
template <class Reader>
concept tells_not_storable = requires(const Reader& reader) {
  { reader.not_storable() } -> std::same_as<std::optional<error>>;
};

}  // namespace detail

/// One split with every type known. `Steps` has `run(Record&&, emit)`, which calls `emit` with each value that comes
/// out; `KeyOf` and `ValueOf` are applied to such a value. Confined to its source actor.
///
/// Cost of an event: its own functions, the hash of its key, one append; no allocation once the batches have grown,
/// no lock, no virtual call but those that the reader makes itself.
template <source_reader Reader, class TimeOf, class Generator, class Steps, class KeyOf, class ValueOf>
class alignas(apart_in_cache) typed_split final : public split_program {
public:
  using record_type = typename Reader::value_type;
  using element_type = typename Steps::template output<record_type>;
  using key_type = std::remove_cvref_t<std::invoke_result_t<const KeyOf&, const element_type&>>;
  using value_type = std::remove_cvref_t<std::invoke_result_t<const ValueOf&, element_type&&>>;
  using events = event_batch<key_type, value_type>;

  struct parts {
    std::string place;  ///< For messages: "source 'clicks'", with the split when there are several.
    std::string name;   ///< See `split_program::name`.
    Reader reader;
    TimeOf time_of;
    Generator generator;
    Steps steps;
    KeyOf key_of;
    ValueOf value_of;
    std::uint32_t key_groups;
  };

  explicit typed_split(parts all) : parts_(std::move(all)) {}

  turn_outcome read(std::size_t limit, std::size_t index, bool idle, round_cutter& cutter,
                    std::span<output_port* const> ports) override {
    start_turn(ports);
    turn_outcome turn;
    const auto split = static_cast<split_id>(index);
    while (turn.records < limit) {
      if (!every_port_open(ports)) return ended(turn, turn_end::no_credit);
      if (idle && Generator::reads_events) {
        if (!held_) remember_place();
        const read_outcome next = hold_next();
        return next.status == read_status::record ? ended(turn, turn_end::wakes) : signalled(turn, next, idle);
      }
      const auto allowed = cutter.next_stretch(split);
      const stretch done = read_stretch(std::min(allowed.records, limit - turn.records), allowed.below);
      turn.records += done.records;
      if (done.full) send_full(ports);
      if (done.records > 0 && cutter.on_records(split, done.records, parts_.generator.current())) {
        return ended(turn, turn_end::round_cut);
      }
      if (done.stopped_by.status != read_status::record) return signalled(turn, done.stopped_by, idle);
    }
    return turn;
  }

  [[nodiscard]] watermark current() const noexcept override { return parts_.generator.current(); }

  [[nodiscard]] std::string position() const override {
    if constexpr (detail::tells_position<Reader>) {
      return parts_.reader.position();
    } else {
      return parts_.place + " record " + std::to_string(records_read_);
    }
  }

  [[nodiscard]] std::shared_ptr<const split_position> place_to_resume() const override {
    if constexpr (resumable_reader<Reader>) {
      if constexpr (requires { parts_.reader.can_resume(); }) {
        if (!parts_.reader.can_resume()) return nullptr;
      }
      return std::make_shared<const place_in_split>(held_ ? *before_held_ : place_in_split_now());
    } else {
      return nullptr;
    }
  }

  void resume(const split_position& from) override {
    if constexpr (resumable_reader<Reader>) {
      const auto& to = static_cast<const place_in_split&>(from);
      try {
        parts_.reader.resume(to.mark);
      } catch (const failure& thrown) {
        throw failure(thrown.reason().code, parts_.place + ": " + thrown.reason().message);
      }
      detail::state_of_generator<Generator>::give(parts_.generator, to.generator);
      records_read_ = to.records_read;
    } else {
      throw failure(error_code::internal, parts_.place + " cannot go on from a place that was written down");
    }
  }

  [[nodiscard]] const std::string& name() const noexcept override { return parts_.name; }

  [[nodiscard]] std::optional<error> not_storable() const override {
    if constexpr (detail::tells_not_storable<Reader>) {
      if (auto reason = parts_.reader.not_storable()) {
        return error{reason->code, parts_.place + ": " + reason->message};
      }
    }
    if constexpr (resumable_reader<Reader> && !stores_places) {
      return error{error_code::option_conflict,
                   parts_.place +
                       ": the mark of its reader or the state of its watermark strategy cannot be stored; "
                       "specialise millrace::codec for the type"};
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::shared_ptr<const split_position> read_place(byte_reader& from) const override {
    if constexpr (stores_places) {
      try {
        auto mark = codec<typename place_in_split::mark_type>::read(from);
        auto generator = codec<generator_state<Generator>>::read(from);
        return std::make_shared<const place_in_split>(std::move(mark), std::move(generator),
                                                      from.fixed<std::uint64_t>());
      } catch (const failure& thrown) {
        throw failure(thrown.reason().code, parts_.place + ": " + thrown.reason().message);
      }
    } else {
      throw failure(error_code::state_malformed, parts_.place + " has no place that could be stored");
    }
  }

private:
  template <class Resumable, bool can = resumable_reader<Resumable>>
  struct place_of_reader : split_position {
    static constexpr bool is_storable = false;
    void write(byte_writer& /*into*/) const override {}
  };
  template <class Resumable>
  struct place_of_reader<Resumable, true> : split_position {
    using mark_type = std::remove_cvref_t<decltype(std::declval<const Resumable&>().mark())>;
    static constexpr bool is_storable = storable<mark_type> && storable_generator<Generator>;
    place_of_reader(mark_type at, generator_state<Generator> with, std::uint64_t behind)
        : mark(std::move(at)), generator(std::move(with)), records_read(behind) {}

    void write(byte_writer& into) const override {
      if constexpr (is_storable) {
        codec<mark_type>::write(into, mark);
        codec<generator_state<Generator>>::write(into, generator);
        into.fixed(records_read);
      } else {
        throw failure(error_code::option_conflict, "the place of a split cannot be stored");
      }
    }

    mark_type mark;
    generator_state<Generator> generator;
    std::uint64_t records_read;
  };
  using place_in_split = place_of_reader<Reader>;
  static constexpr bool stores_places = place_in_split::is_storable;

  [[nodiscard]] place_in_split place_in_split_now() const {
    return {parts_.reader.mark(), detail::state_of_generator<Generator>::take(parts_.generator), records_read_};
  }

  /// A record is held only on an idle split, and what is held has not been read yet for whoever resumes.
  void remember_place() {
    if constexpr (resumable_reader<Reader>) {
      if constexpr (requires { parts_.reader.can_resume(); }) {
        if (!parts_.reader.can_resume()) return;
      }
      before_held_.emplace(place_in_split_now());
    }
  }

  /// Where events go, at hand for a stretch of records: the receiver of each key group, its open batch.
  struct routes {
    const std::uint32_t* owners;
    events* const* open;
    std::uint32_t key_groups;
  };
  /// Records that were read in a row, and why no more.
  struct stretch {
    std::size_t records = 0;
    bool full = false;  // a batch is
    read_outcome stopped_by{.status = read_status::record};
  };
  static constexpr const char* reading = nullptr;  // the function that runs is the reader's

  static turn_outcome ended(turn_outcome turn, turn_end why) noexcept {
    turn.end = why;
    return turn;
  }

  /// The owner may have sent any batch since the last turn, so nothing that was open then is trusted now.
  void start_turn(std::span<output_port* const> ports) {
    if (open_.size() != ports.size()) {
      open_.resize(ports.size());
      owners_.resize(parts_.key_groups);
      for (std::uint32_t group = 0; group < parts_.key_groups; ++group) {
        owners_[group] = owner_of(group, parts_.key_groups, static_cast<std::uint32_t>(ports.size()));
      }
    }
    std::fill(open_.begin(), open_.end(), nullptr);
    some_closed_ = true;
  }

  /// An event may go to any receiver, and which one is known only after it was read: all must have room before that.
  bool every_port_open(std::span<output_port* const> ports) {
    if (!some_closed_) return true;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      if (open_[i] != nullptr) continue;
      open_[i] = static_cast<events*>(ports[i]->open());
      if (open_[i] == nullptr) return false;
      open_[i]->events.full_at(ports[i]->capacity());
    }
    some_closed_ = false;
    return true;
  }

  void send_full(std::span<output_port* const> ports) {
    for (std::size_t i = 0; i < ports.size(); ++i) {
      if (open_[i] == nullptr || !open_[i]->events.full()) continue;
      ports[i]->filled();
      open_[i] = nullptr;
      some_closed_ = true;
    }
  }

  /// Reads records until `most` are read, a batch is full, the generator says `below` or more, or there is none.
  stretch read_stretch(std::size_t most, watermark below) {
    if constexpr (looks_ahead<Reader>) {
      const std::span<const record_type> ahead = held_ ? std::span<const record_type>{} : parts_.reader.ahead(most);
      if (!ahead.empty()) return read_ahead(ahead, below);
    }
    stretch done;
    const routes to = routes_now();
    const char* function = reading;
    try {
      while (done.records < most && !done.full) {
        function = reading;
        if (const read_outcome next = hold_next(); next.status != read_status::record) {
          done.stopped_by = next;
          break;
        }
        held_ = false;
        deliver(std::move(record_), parts_.generator, done, function, to);
        if (parts_.generator.current() >= below) break;
      }
    } catch (...) {
      throw_again(function);
    }
    return done;
  }

  /// The same over records in memory. The generator is kept at hand where it can be.
  stretch read_ahead(std::span<const record_type> ahead, watermark below) requires looks_ahead<Reader> {
    constexpr bool at_hand = std::is_trivially_copyable_v<Generator>;
    std::conditional_t<at_hand, Generator, Generator&> generator = parts_.generator;
    stretch done;
    const routes to = routes_now();
    const char* function = reading;
    try {
      for (const record_type& next : ahead) {
        if constexpr (std::is_trivially_copyable_v<record_type>) {
          deliver(record_type(next), generator, done, function, to);
        } else {
          record_ = next;
          deliver(std::move(record_), generator, done, function, to);
        }
        if (done.full || generator.current() >= below) break;
      }
    } catch (...) {
      skip_ahead(done.records);
      throw_again(function);
    }
    if constexpr (at_hand) parts_.generator = generator;
    skip_ahead(done.records);
    return done;
  }

  [[nodiscard]] routes routes_now() const noexcept { return {owners_.data(), open_.data(), parts_.key_groups}; }

  void skip_ahead(std::size_t records) {
    records_read_ += records;
    parts_.reader.skip(records);
  }

  void deliver(record_type&& record, Generator& generator, stretch& done, const char*& function, const routes& to) {
    ++done.records;
    function = "event_time";
    const event_time time = std::invoke(parts_.time_of, std::as_const(record));
    if (time == event_time::none()) {
      throw failure(error_code::no_timestamp,
                    "the event time is INT64_MIN, which means \"no timestamp\"; any other is accepted");
    }
    // The generator looks at the record before the steps may move out of it; its new watermark counts from after the
    // event all the same, since only the cutter, asked afterwards, reads it.
    function = "watermarks";
    generator.on_event(std::as_const(record), time);
    function = "steps";
    parts_.steps.run(std::move(record),
                     [&](auto&& element) { done.full |= scatter(time, element_type(std::move(element)), to); });
  }

  /// Returns true when the batch is full with it.
  bool scatter(event_time time, element_type&& element, const routes& to) {
    key_type key(std::invoke(parts_.key_of, std::as_const(element)));
    const std::uint64_t hash = key_hash(key);
    events& into = *to.open[to.owners[key_group_of(hash, to.key_groups)]];
    into.append(time, hash, std::move(key), std::invoke(parts_.value_of, std::move(element)));
    return into.events.full();
  }

  /// Makes sure of a record in `record_`, or says why there is none.
  read_outcome hold_next() {
    if (held_) return {.status = read_status::record};
    const read_outcome next = read_next();
    if (next.status == read_status::record) {
      ++records_read_;
      held_ = true;
    }
    return next;
  }

  /// A reader's own `failure` names its place already.
  read_outcome read_next() {
    try {
      return parts_.reader.read(record_);
    } catch (const failure&) {
      throw;
    } catch (const std::exception& thrown) {
      throw failure(error_code::user_function_threw, place() + ": reading threw: " + thrown.what());
    }
  }

  turn_outcome signalled(turn_outcome turn, const read_outcome& read, bool idle) {
    switch (read.status) {
      case read_status::dry: return ended(turn, turn_end::dry);
      case read_status::end: return ended(turn, turn_end::ended);
      case read_status::active: return ended(turn, turn_end::wakes);
      case read_status::idle: turn.idle = true; return ended(turn, turn_end::signal);
      case read_status::watermark: take(read.mark, idle); return ended(turn, turn_end::signal);
      case read_status::record: break;
    }
    return turn;
  }

  /// An idle input's watermark is not remembered (rule 8).
  void take(watermark mark, bool idle) {
    if constexpr (detail::takes_watermarks<Generator>) {
      if (!idle) parts_.generator.set(mark);
    } else {
      throw failure(error_code::option_conflict,
                    place() +
                        ": the reader gave a watermark of its own, which only the strategy manual_watermarks "
                        "accepts");
    }
  }

  /// Throws the exception that is being handled again, naming source and position when `function` of the user threw it.
  /// A `failure` keeps its code. Call it from a catch block only.
  [[noreturn]] void throw_again(const char* function) const {
    if (function == reading) throw;
    const auto thrown_what = [&](const std::string& what) {
      return place() + ": the function in '" + function + "' threw" + what;
    };
    try {
      throw;
    } catch (const failure& thrown) {
      throw failure(thrown.reason().code, place() + ": " + thrown.reason().message);
    } catch (const std::exception& thrown) {
      throw failure(error_code::user_function_threw, thrown_what(std::string(": ") + thrown.what()));
    } catch (...) {
      throw failure(error_code::user_function_threw, thrown_what(" something that is not a std::exception"));
    }
  }

  [[nodiscard]] std::string place() const {
    if constexpr (detail::tells_position<Reader>) {
      return parts_.place + ", " + position();
    } else {
      return position();
    }
  }

  parts parts_;
  record_type record_{};
  bool held_ = false;  // record_ was read and waits for its turn
  std::optional<place_in_split> before_held_;
  std::uint64_t records_read_ = 0;
  std::vector<std::uint32_t> owners_;  // by key group
  std::vector<events*> open_;          // by receiver
  bool some_closed_ = true;
};

}  // namespace millrace
