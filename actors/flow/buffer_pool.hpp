// Batch buffers are the credit: a sender appends only to a buffer it holds, and the last reader gives it back.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <utility>
#include <vector>

namespace millrace {

class buffer_pool;

/// A shared hold on one buffer. Copies count; the last one to go clears the buffer and returns it to its pool, from
/// whichever thread that happens on. The writer is alone until it shares the hold. An empty hold is nothing.
class batch_hold {
public:
  batch_hold() noexcept = default;
  batch_hold(const batch_hold& other) noexcept;
  batch_hold(batch_hold&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)) {}
  batch_hold& operator=(batch_hold other) noexcept {
    std::swap(slot_, other.slot_);
    return *this;
  }
  ~batch_hold();

  [[nodiscard]] batch* get() const noexcept;
  explicit operator bool() const noexcept { return slot_ != nullptr; }
  void reset() noexcept { *this = batch_hold{}; }

private:
  friend class buffer_pool;
  struct slot;
  explicit batch_hold(slot* held) noexcept : slot_(held) {}

  slot* slot_ = nullptr;
};

/// A fixed number of buffers of one sender. `acquire` and `acquire_or_wait` belong to the sender's thread at a time;
/// buffers come back from any thread. Lives as long as a hold on any of its buffers.
class buffer_pool : public std::enable_shared_from_this<buffer_pool> {
public:
  /// Requires buffers >= 1. `wake` is called, from any thread, once after `acquire_or_wait` found nothing and a buffer
  /// has come back; it must not block.
  static std::shared_ptr<buffer_pool> make(std::size_t buffers, const std::function<std::unique_ptr<batch>()>& factory,
                                           std::function<void()> wake);
  ~buffer_pool();

  buffer_pool(const buffer_pool&) = delete;
  buffer_pool& operator=(const buffer_pool&) = delete;

  /// A free buffer, or an empty hold.
  [[nodiscard]] batch_hold acquire();

  /// The same; when there is none, asks to be woken. Sets the flag first and looks again, so that no return is missed.
  [[nodiscard]] batch_hold acquire_or_wait();

  /// Buffers that are out.
  [[nodiscard]] std::size_t held() const noexcept { return held_.load(std::memory_order_acquire); }
  [[nodiscard]] std::size_t buffers() const noexcept { return slots_.size(); }

private:
  friend class batch_hold;
  struct free_list;

  explicit buffer_pool(std::function<void()> wake);
  void give_back(batch_hold::slot* returned) noexcept;

  std::vector<std::unique_ptr<batch_hold::slot>> slots_;
  std::unique_ptr<free_list> free_;
  std::function<void()> wake_;
  std::atomic<std::size_t> held_{0};
  std::atomic<bool> waiting_{false};
};

}  // namespace millrace
