// How many buffers the actors of a pipeline have. Programs cannot choose it; tests go down to one.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <millrace/actors/flow/buffer_pool.hpp>
#include <utility>

namespace millrace::engine {

struct flow_settings {
  /// Batches under way from a sender to each of its receivers, >= 1. Two let the sender fill one while the other is
  /// read; twice that lets sender and receivers overlap.
  std::size_t buffers = 4;
  /// Is shown every pool when it is made. Empty: nobody looks.
  std::function<void(const std::shared_ptr<buffer_pool>&)> on_pool{};

  /// The pool of a sender to `receivers` receivers.
  [[nodiscard]] std::shared_ptr<buffer_pool> make_pool(std::size_t receivers,
                                                       const std::function<std::unique_ptr<batch>()>& factory,
                                                       std::function<void()> wake) const {
    auto pool = buffer_pool::make(buffers * receivers, factory, std::move(wake));
    if (on_pool) on_pool(pool);
    return pool;
  }
};

}  // namespace millrace::engine
