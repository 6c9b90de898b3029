#include <concurrentqueue/concurrentqueue.h>

#include <millrace/actors/flow/buffer_pool.hpp>
#include <millrace/core/cache_line.hpp>

namespace millrace {

struct alignas(apart_in_cache) batch_hold::slot {
  std::unique_ptr<batch> buffer;
  std::atomic<std::size_t> holds{0};
  std::shared_ptr<buffer_pool> pool;  // set while the buffer is out, so that the pool outlives it
  buffer_pool* home = nullptr;
};

struct buffer_pool::free_list {
  explicit free_list(std::size_t buffers) : queue(buffers) {}
  moodycamel::ConcurrentQueue<batch_hold::slot*> queue;
};

batch_hold::batch_hold(const batch_hold& other) noexcept : slot_(other.slot_) {
  if (slot_ != nullptr) slot_->holds.fetch_add(1, std::memory_order_relaxed);
}

batch_hold::~batch_hold() {
  if (slot_ != nullptr && slot_->holds.fetch_sub(1, std::memory_order_acq_rel) == 1) slot_->home->give_back(slot_);
}

batch* batch_hold::get() const noexcept {
  return slot_ == nullptr ? nullptr : slot_->buffer.get();
}

std::shared_ptr<buffer_pool> buffer_pool::make(std::size_t buffers,
                                               const std::function<std::unique_ptr<batch>()>& factory,
                                               std::function<void()> wake) {
  std::shared_ptr<buffer_pool> pool{new buffer_pool{std::move(wake)}};
  pool->free_ = std::make_unique<free_list>(buffers);
  for (std::size_t made = 0; made < buffers; ++made) {
    auto slot = std::make_unique<batch_hold::slot>();
    slot->buffer = factory();
    slot->home = pool.get();
    pool->free_->queue.enqueue(slot.get());
    pool->slots_.push_back(std::move(slot));
  }
  return pool;
}

buffer_pool::buffer_pool(std::function<void()> wake) : wake_(std::move(wake)) {}
buffer_pool::~buffer_pool() = default;

batch_hold buffer_pool::acquire() {
  batch_hold::slot* slot = nullptr;
  if (!free_->queue.try_dequeue(slot)) return {};
  slot->holds.store(1, std::memory_order_relaxed);
  slot->pool = shared_from_this();
  held_.fetch_add(1, std::memory_order_relaxed);
  return batch_hold{slot};
}

batch_hold buffer_pool::acquire_or_wait() {
  if (auto held = acquire()) return held;
  // Exchanges on both sides: whichever comes second sees what the first one did before its own.
  waiting_.exchange(true, std::memory_order_acq_rel);
  auto held = acquire();
  if (held) waiting_.exchange(false, std::memory_order_acq_rel);
  return held;
}

void buffer_pool::give_back(batch_hold::slot* returned) noexcept {
  returned->buffer->clear();
  const auto keep_alive = std::move(returned->pool);
  held_.fetch_sub(1, std::memory_order_release);
  free_->queue.enqueue(returned);
  if (waiting_.exchange(false, std::memory_order_acq_rel)) wake_();
}

}  // namespace millrace
