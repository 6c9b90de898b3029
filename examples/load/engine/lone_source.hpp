// A live source that one event at a time is put into.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <millrace/core/source/source_reader.hpp>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace::load {

/// An event and when it was put in, on the steady clock.
struct lone_event {
  std::int64_t number = 0;  ///< Its event time too, in milliseconds.
  std::int64_t put_in_ns = 0;
};

/// What is put in by one thread and read by another. Thread-safe.
class lone_event_slot {
public:
  void put(lone_event event) {
    {
      const std::lock_guard guard(mutex_);
      event_ = event;
    }
    changed_.notify_one();
  }
  void close() {
    {
      const std::lock_guard guard(mutex_);
      closed_ = true;
    }
    changed_.notify_one();
  }

  /// Waits for an event for `patience` at most.
  read_outcome take(lone_event& into, std::chrono::milliseconds patience) {
    std::unique_lock guard(mutex_);
    changed_.wait_for(guard, patience, [this] { return event_.has_value() || closed_; });
    if (event_) {
      into = *std::exchange(event_, std::nullopt);
      return {.status = read_status::record};
    }
    return {.status = closed_ ? read_status::end : read_status::dry};
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<lone_event> event_;
  bool closed_ = false;
};

/// Reads the slot; behind each event it says that no more of its millisecond come. Waits in `read`, as a socket would.
class lone_source {
public:
  using value_type = lone_event;

  class reader_type {
  public:
    using value_type = lone_event;

    explicit reader_type(std::shared_ptr<lone_event_slot> slot) : slot_(std::move(slot)) {}

    read_outcome read(lone_event& into) {
      if (complete_) return {.status = read_status::watermark, .mark = *std::exchange(complete_, std::nullopt)};
      const read_outcome taken = slot_->take(into, patience);
      if (taken.status == read_status::record) complete_ = watermark{into.number + 1};
      return taken;
    }

  private:
    static constexpr std::chrono::milliseconds patience{10};  // a stop waits for it

    std::shared_ptr<lone_event_slot> slot_;
    std::optional<watermark> complete_;
  };

  static constexpr bool blocking = true;

  explicit lone_source(std::shared_ptr<lone_event_slot> slot) : slot_(std::move(slot)) {}

  /// Cannot fail.
  [[nodiscard]] result<std::vector<reader_type>> open() const { return std::vector<reader_type>{reader_type(slot_)}; }

  [[nodiscard]] std::string describe() const { return "one event at a time"; }

private:
  std::shared_ptr<lone_event_slot> slot_;
};

static_assert(split_source<lone_source>);

}  // namespace millrace::load
