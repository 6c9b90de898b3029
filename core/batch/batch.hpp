// Batches: what actors pass to each other. Actor code sees the base, core templates know the columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/batch/batch_elements.hpp>
#include <millrace/core/cache_line.hpp>
#include <millrace/core/time/event_time.hpp>
#include <utility>

namespace millrace {

/// A type-erased batch. Confined to its writer until it is sent; read-only from then on; cleared, memory kept, when the
/// last reader gives it back. The type behind it is fixed by the plan, so readers cast without a check.
class batch {
public:
  virtual ~batch() = default;
  [[nodiscard]] virtual std::size_t size() const noexcept = 0;
  virtual void clear() noexcept = 0;
};

/// One event on its way to a keyed operator. `hash` is `key_hash` of the key, taken once at the source.
template <class Key, class Value>
struct keyed_event {
  event_time time;
  std::uint64_t hash;
  Key key;
  Value value;
};

template <class Key, class Value>
inline constexpr bool made_of_words<keyed_event<Key, Value>> = made_of_words<Key>&& made_of_words<Value>;

/// Events on their way to a keyed operator, each in one place and written past the caches: see `batch_elements`.
template <class Key, class Value>
class alignas(apart_in_cache) event_batch final : public batch {
public:
  using event = keyed_event<Key, Value>;
  batch_elements<event> events;

  template <class K, class V>
  void append(event_time time, std::uint64_t hash, K&& key, V&& value) {
    events.stream_back(event{time, hash, std::forward<K>(key), std::forward<V>(value)});
  }
  [[nodiscard]] std::size_t size() const noexcept override { return events.size(); }
  void clear() noexcept override { events.clear(); }
};

/// Rows on their way to a sink.
template <class Row>
class alignas(apart_in_cache) row_batch final : public batch {
public:
  batch_elements<Row> rows;

  [[nodiscard]] std::size_t size() const noexcept override { return rows.size(); }
  void clear() noexcept override { rows.clear(); }
};

}  // namespace millrace
