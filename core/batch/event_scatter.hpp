// Spreads events over the receivers of a keyed exchange: each goes to the one that owns its key group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/batch/output_port.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/time/event_time.hpp>
#include <span>
#include <utility>
#include <vector>

namespace millrace {

/// Appends to one open batch for each receiver. Which receiver an event goes to is known only when its key is, so all
/// of them must have room before it is made. Confined to its sender. Cost of an event: one append, no virtual call.
template <class Key, class Value>
class event_scatter {
public:
  using events = event_batch<Key, Value>;

  /// The ports of the receivers, in order of the key groups that they own. The ports must outlive this.
  /// Requires at least one port, and no more ports than key groups.
  void connect(std::span<output_port* const> receivers, std::uint32_t key_groups) {
    ways_.clear();
    for (output_port* receiver : receivers) ways_.push_back({receiver, nullptr, receiver->capacity()});
    key_groups_ = key_groups;
    owners_.resize(key_groups);
    for (std::uint32_t group = 0; group < key_groups; ++group) {
      owners_[group] = owner_of(group, key_groups, static_cast<std::uint32_t>(receivers.size()));
    }
    forget();
  }
  [[nodiscard]] bool connected() const noexcept { return !ways_.empty(); }

  /// True when every receiver has an open batch; false when one of them has no credit: the owner, who waits for it, may
  /// then send any open batch.
  [[nodiscard]] bool open_all() {
    if (!some_closed_) return true;
    for (way_out& way : ways_) {
      if (way.open != nullptr) continue;
      way.open = static_cast<events*>(way.port->open());
      if (way.open != nullptr) continue;
      forget();
      return false;
    }
    some_closed_ = false;
    return true;
  }

  /// Appends an event. Only after `open_all` said true; batches may grow beyond their capacity until `send_full`.
  template <class K, class V>
  void append(event_time time, std::uint64_t hash, K&& key, V&& value) {
    way_out& way = ways_[owners_[key_group_of(hash, key_groups_)]];
    way.open->append(time, hash, std::forward<K>(key), std::forward<V>(value));
    some_full_ |= way.open->size() >= way.capacity;
  }

  /// Sends the batches that have reached their capacity.
  void send_full() {
    if (!some_full_) return;
    some_full_ = false;
    for (way_out& way : ways_) {
      if (way.open == nullptr || way.open->size() < way.capacity) continue;
      way.port->filled();
      way.open = nullptr;
      some_closed_ = true;
    }
  }

  /// Before a return to the owner, who may send any open batch: none that was open is trusted afterwards.
  void forget() noexcept {
    for (way_out& way : ways_) way.open = nullptr;
    some_closed_ = true;
    some_full_ = false;
  }

private:
  struct way_out {
    output_port* port;
    events* open;
    std::size_t capacity;
  };

  std::vector<way_out> ways_;
  std::vector<std::uint32_t> owners_;  // of each key group
  std::uint32_t key_groups_ = 0;
  bool some_closed_ = true;
  bool some_full_ = false;
};

}  // namespace millrace
