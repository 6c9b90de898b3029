// Drives an operator in a plain loop, without actors: for tests, and for programs that need no more than this.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/batch/output_port.hpp>
#include <millrace/core/element/row.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/operator/operator_changes.hpp>
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
  explicit operator_harness(keyed_operator& driven, const std::vector<output_port*>& sides = {})
      : driven_(&driven), ports_{&rows_, &late_} {
    ports_.insert(ports_.end(), sides.begin(), sides.end());
    driven_->connect(ports_);
  }
  operator_harness(const operator_harness&) = delete;
  operator_harness& operator=(const operator_harness&) = delete;

  /// From now on, after each call of `feed` or `advance`, the operator is frozen and a fresh one of `make` goes on from
  /// all change sets so far: rows that come out otherwise than without this tell of something that a change set does
  /// not hold, such as state that a function keeps for itself. Cost: each call grows with the number of calls before
  /// it.
  void restart_after_each_call(std::function<std::unique_ptr<keyed_operator>()> make) { make_ = std::move(make); }

  void feed(const Key& key, const Value& value, event_time time) {
    one_.clear();
    one_.append(time, key_hash(key), key, value);
    feed(one_);
  }
  void feed(const event_batch<Key, Value>& events) {
    if (driven_->process(events, 0) != events.size()) throw no_room();
    restart();
  }

  void advance(watermark to) {
    if (!driven_->advance(to)) throw no_room();
    restart();
  }
  /// Nothing follows: every pane fires and is freed.
  void end() { advance(watermark::final()); }

  /// The rows, and the late events, since the last call.
  [[nodiscard]] std::vector<Row> take_rows() { return rows_.take(); }
  [[nodiscard]] std::vector<late_type> take_late() { return late_.take(); }
  [[nodiscard]] operator_counts counts() const noexcept { return driven_->counts(); }

private:
  static failure no_room() { return {error_code::internal, "a side output's port gave no credit to the harness"}; }

  void restart() {
    if (!make_) return;
    change_sets_.push_back(driven_->freeze());
    std::unique_ptr<keyed_operator> fresh = make_();
    fresh->connect(ports_);
    for (const auto& each : change_sets_) fresh->restore(*each);
    restarted_ = std::move(fresh);
    driven_ = restarted_.get();
  }

  keyed_operator* driven_;
  plain_port<Row> rows_;
  plain_port<late_type> late_;
  std::vector<output_port*> ports_;
  std::function<std::unique_ptr<keyed_operator>()> make_;
  std::vector<std::shared_ptr<const operator_changes>> change_sets_;
  std::unique_ptr<keyed_operator> restarted_;
  event_batch<Key, Value> one_;
};

}  // namespace millrace
