// Batches: what actors pass to each other. Actor code sees the base, core templates know the columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/time/event_time.hpp>
#include <utility>
#include <vector>

namespace millrace {

/// A type-erased batch. Confined to its writer until it is sent; read-only from then on; cleared, memory kept, when the
/// last reader gives it back. The type behind it is fixed by the plan, so readers cast without a check.
class batch {
public:
  virtual ~batch() = default;
  [[nodiscard]] virtual std::size_t size() const noexcept = 0;
  virtual void clear() noexcept = 0;
};

/// Events on their way to a keyed operator, in columns. Row i of each column is event i. `hashes` are `key_hash` of the
/// key, taken once at the source.
template <class Key, class Value>
class event_batch final : public batch {
public:
  std::vector<event_time> times;
  std::vector<std::uint64_t> hashes;
  std::vector<Key> keys;
  std::vector<Value> values;

  template <class K, class V>
  void append(event_time time, std::uint64_t hash, K&& key, V&& value) {
    times.push_back(time);
    hashes.push_back(hash);
    keys.push_back(std::forward<K>(key));
    values.push_back(std::forward<V>(value));
  }
  [[nodiscard]] std::size_t size() const noexcept override { return times.size(); }
  void clear() noexcept override {
    times.clear();
    hashes.clear();
    keys.clear();
    values.clear();
  }
};

/// Rows on their way to a sink.
template <class Row>
class row_batch final : public batch {
public:
  std::vector<Row> rows;

  [[nodiscard]] std::size_t size() const noexcept override { return rows.size(); }
  void clear() noexcept override { rows.clear(); }
};

}  // namespace millrace
