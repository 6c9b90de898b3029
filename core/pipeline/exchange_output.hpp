// The main output of an operator whose rows go on to another keyed stage.
#pragma once

#include <cstdint>
#include <functional>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/batch/event_scatter.hpp>
#include <millrace/core/batch/output_port.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/time/event_time.hpp>
#include <span>
#include <type_traits>
#include <utility>

namespace millrace {

/// Runs `Steps` on each row, finds key and value of what comes out, and appends it as an event to the batch of the
/// receiver that owns its key group. The event time is the row's and stays with whatever the steps make of it; the key
/// is hashed once, here. Confined to its operator. See `collector` for the calls and their order.
template <class Steps, class RowIn, class KeyOf, class ValueOf>
class exchange_output {
public:
  using row_type = RowIn;
  using element_type = typename Steps::template output<RowIn>;
  using key_type = std::remove_cvref_t<std::invoke_result_t<const KeyOf&, const element_type&>>;
  using value_type = std::remove_cvref_t<std::invoke_result_t<const ValueOf&, element_type&&>>;
  using events = event_batch<key_type, value_type>;

  exchange_output(Steps steps, KeyOf key_of, ValueOf value_of)
      : steps_(std::move(steps)), key_of_(std::move(key_of)), value_of_(std::move(value_of)) {}

  /// The rows have no port of their own; they swallow until `connect_next_stage`.
  void connect(output_port* /*none*/) noexcept {}
  void connect_next_stage(std::span<output_port* const> receivers, std::uint32_t key_groups) {
    scatter_.connect(receivers, key_groups);
  }
  [[nodiscard]] bool connected() const noexcept { return scatter_.connected(); }

  /// Sends full batches; true when every receiver has an open one, since a row may go to any of them.
  [[nodiscard]] bool has_room() {
    if (!connected()) return true;
    scatter_.send_full();
    return scatter_.open_all();
  }

  void emit(RowIn&& row) {
    if (!connected()) return;
    const event_time time = row.time;
    steps_.run(std::move(row), [&](auto&& out) { send(time, element_type(std::move(out))); });
  }

  /// Sends full batches and trusts no open one any more: the owner may send them.
  void settle() {
    scatter_.send_full();
    scatter_.forget();
  }

private:
  void send(event_time time, element_type&& element) {
    key_type key(std::invoke(key_of_, std::as_const(element)));
    const std::uint64_t hash = key_hash(key);
    scatter_.append(time, hash, std::move(key), std::invoke(value_of_, std::move(element)));
  }

  Steps steps_;
  KeyOf key_of_;
  ValueOf value_of_;
  event_scatter<key_type, value_type> scatter_;
};

}  // namespace millrace
