// The keyed operator without a window: calls a function with each event, at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/batch/output_port.hpp>
#include <millrace/core/describe.hpp>
#include <millrace/core/element/keyed_value.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/following_changes.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/operator/next_stage.hpp>
#include <millrace/core/operator/operator_changes.hpp>
#include <millrace/core/operator/operator_moment.hpp>
#include <millrace/core/operator/user_code.hpp>
#include <millrace/core/time/event_time.hpp>
#include <span>
#include <string>
#include <utility>

namespace millrace {

/// The event that a function is called for, besides its value. Valid during the call only.
template <class Key>
struct event_context {
  const Key& key;
  const event_time time;
  const millrace::watermark watermark;  ///< Under which the event is processed; one below it is late.
};

/// Calls `process(context, value, emit)` with each event; what it emits are `keyed_value<Key, Out>`s with the key and
/// the time of the event, in order. It keeps no state, drops no late event and passes the watermark on as it is, so an
/// event that was late before is late behind it. `Output` takes what is made: see `window_operator`. Confined to its
/// actor. Cost of an event: the function, and an append for each value it emits.
template <stream_key Key, class Value, class Out, class Process, class Output = collector<keyed_value<Key, Out>>>
class process_each_operator final : public keyed_operator {
public:
  using input_type = event_batch<Key, Value>;
  using row_type = keyed_value<Key, Out>;

  process_each_operator(std::string stage, Process process, Output output = Output{})
      : stage_(std::move(stage)), process_(std::move(process)), output_(std::move(output)) {}

  process_each_operator(const process_each_operator&) = delete;
  process_each_operator& operator=(const process_each_operator&) = delete;

  void connect(std::span<output_port* const> ports) override { output_.connect(ports.empty() ? nullptr : ports[0]); }

  void connect_next_stage(std::span<output_port* const> receivers, std::uint32_t key_groups) override {
    if constexpr (detail::leads_to_stage<Output>) {
      output_.connect_next_stage(receivers, key_groups);
    } else {
      keyed_operator::connect_next_stage(receivers, key_groups);
    }
  }

  std::size_t process(const batch& events, std::size_t from) override {
    const auto& input = static_cast<const input_type&>(events);
    std::size_t next = from;
    for (; next < input.size() && output_.has_room(); ++next) {
      apply({input.events[next].key, input.events[next].time, now_}, input.events[next].value);
    }
    output_.settle();
    return next;
  }

  bool advance(watermark to) override {
    now_ = std::max(now_, to);
    return true;
  }

  [[nodiscard]] watermark now() const noexcept override { return now_; }
  [[nodiscard]] operator_counts counts() const noexcept override { return counts_; }

  std::shared_ptr<const operator_changes> freeze() override {
    auto frozen = std::make_shared<changes>();
    frozen->stood = {.stage = stage_, .number = ++change_sets_, .now = now_, .counts = counts_};
    return frozen;
  }

  void restore(const operator_changes& given) override {
    const changes& next = detail::following_changes<changes>(given, stage_, change_sets_);
    now_ = next.stood.now;
    counts_ = next.stood.counts;
    ++change_sets_;
  }

  [[nodiscard]] std::optional<error> not_storable() const override { return std::nullopt; }
  void load(const operator_moment& moment, const entry_reader& /*stored*/) override {
    now_ = moment.now;
    counts_ = moment.counts;
  }

private:
  /// There is no entry to write down, only where the operator stands.
  struct changes final : operator_changes {
    operator_moment stood;
    [[nodiscard]] std::size_t entries() const noexcept override { return 0; }
    [[nodiscard]] const operator_moment& moment() const noexcept override { return stood; }
    void write(entry_writer& /*into*/, std::uint32_t /*key_groups*/) const override {}
  };

  void apply(const event_context<Key>& event, const Value& value) {
    if (event.time == event_time::none()) {
      throw failure(error_code::no_timestamp,
                    "an event has no timestamp: stage '" + stage_ + "', key " + describe(event.key));
    }
    ++counts_.events;
    try {
      process_(event, value, [&](auto&& made) {
        ++counts_.rows;
        if (!output_.connected()) return;
        output_.emit(row_type{event.key, Out(std::forward<decltype(made)>(made)), event.time});
      });
    } catch (...) {
      detail::throw_again("stage '" + stage_ + "', key " + describe(event.key) + ", event at " +
                          std::to_string(event.time.milliseconds));
    }
  }

  std::string stage_;
  Process process_;
  Output output_;
  watermark now_;
  operator_counts counts_;
  std::uint64_t change_sets_ = 0;
};

}  // namespace millrace
