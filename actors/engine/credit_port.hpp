// An output port whose credit is a pool of buffers.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <millrace/actors/flow/buffer_pool.hpp>
#include <millrace/core/batch/output_port.hpp>
#include <utility>

namespace millrace::engine {

/// Appends go to a buffer of the pool; a full one is handed to `send`. Confined to the actor that owns it.
class credit_port final : public output_port {
public:
  credit_port(std::shared_ptr<buffer_pool> pool, std::size_t capacity, std::function<void(batch_hold)> send)
      : pool_(std::move(pool)), capacity_(capacity), send_(std::move(send)) {}

  [[nodiscard]] batch* open() override {
    if (!open_) open_ = pool_->acquire();
    return open_.get();
  }
  [[nodiscard]] std::size_t capacity() const noexcept override { return capacity_; }
  void filled() override {
    finish_streams();
    send_(std::exchange(open_, {}));
  }

  /// Sends what is in the open buffer, if anything. An empty buffer stays open.
  void flush() {
    if (size() > 0) filled();
  }

  /// Elements in the open buffer.
  [[nodiscard]] std::size_t size() const noexcept { return open_ ? open_.get()->size() : 0; }

  /// Makes sure of an open buffer, or asks the pool to wake the owner when one comes back.
  [[nodiscard]] bool open_or_wait() {
    if (!open_) open_ = pool_->acquire_or_wait();
    return static_cast<bool>(open_);
  }

  void close() noexcept { open_.reset(); }

private:
  std::shared_ptr<buffer_pool> pool_;
  std::size_t capacity_;
  std::function<void(batch_hold)> send_;
  batch_hold open_;
};

}  // namespace millrace::engine
