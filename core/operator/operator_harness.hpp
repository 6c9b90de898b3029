// Drives an operator in a plain loop, without actors: for tests, and for programs that need no more than this.
#pragma once

#include <cstddef>
#include <iterator>
#include <limits>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/batch/output_port.hpp>
#include <millrace/core/element/row.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/time/event_time.hpp>
#include <utility>
#include <vector>

namespace millrace {

/// An output port that keeps what it is given until it is taken. Confined to one thread.
template <class Row>
class plain_port final : public output_port {
public:
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  /// `capacity`: rows at which a batch is full. `credit`: batches that may be opened; `grant` adds some.
  explicit plain_port(std::size_t capacity = 1024, std::size_t credit = unlimited)
      : capacity_(capacity), credit_(credit) {}

  [[nodiscard]] batch* open() override {
    if (!is_open_) {
      if (credit_ == 0) return nullptr;
      if (credit_ != unlimited) --credit_;
      is_open_ = true;
    }
    return &open_;
  }
  [[nodiscard]] std::size_t capacity() const noexcept override { return capacity_; }
  void filled() override {
    rows_.insert(rows_.end(), std::move_iterator(open_.rows.begin()), std::move_iterator(open_.rows.end()));
    open_.clear();
    is_open_ = false;
  }

  void grant(std::size_t batches) { credit_ += batches; }

  /// Returns the rows since the last call, those of a batch that is not full included.
  [[nodiscard]] std::vector<Row> take() {
    if (is_open_) filled();
    return std::exchange(rows_, {});
  }

private:
  std::size_t capacity_;
  std::size_t credit_;
  bool is_open_ = false;
  row_batch<Row> open_;
  std::vector<Row> rows_;
};

/// Feeds one operator event by event and keeps its rows and late events. The operator must not be connected before, and
/// must outlive the harness. Failures of the operator pass through. `Row` is what the operator's output makes.
template <stream_key Key, class Value, class Out, class Row = row<Key, Out>>
class operator_harness {
public:
  using late_type = late_event<Key, Value>;

  /// `sides` are the ports of the declared side outputs, in their order.
  explicit operator_harness(keyed_operator& driven, const std::vector<output_port*>& sides = {}) : driven_(driven) {
    std::vector<output_port*> ports{&rows_, &late_};
    ports.insert(ports.end(), sides.begin(), sides.end());
    driven_.connect(ports);
  }
  operator_harness(const operator_harness&) = delete;
  operator_harness& operator=(const operator_harness&) = delete;

  void feed(const Key& key, const Value& value, event_time time) {
    one_.clear();
    one_.append(time, key_hash(key), key, value);
    feed(one_);
  }
  void feed(const event_batch<Key, Value>& events) {
    if (driven_.process(events, 0) != events.size()) throw no_room();
  }

  void advance(watermark to) {
    if (!driven_.advance(to)) throw no_room();
  }
  /// Nothing follows: every pane fires and is freed.
  void end() { advance(watermark::final()); }

  /// The rows, and the late events, since the last call.
  [[nodiscard]] std::vector<Row> take_rows() { return rows_.take(); }
  [[nodiscard]] std::vector<late_type> take_late() { return late_.take(); }
  [[nodiscard]] operator_counts counts() const noexcept { return driven_.counts(); }

private:
  static failure no_room() { return {error_code::internal, "a side output's port gave no credit to the harness"}; }

  keyed_operator& driven_;
  plain_port<Row> rows_;
  plain_port<late_type> late_;
  event_batch<Key, Value> one_;
};

}  // namespace millrace
