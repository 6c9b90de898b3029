// An output port without actors: keeps what was sent.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <millrace/core/batch/output_port.hpp>
#include <vector>

namespace millrace {

/// Gives `credit` batches, then none until a test adds some.
template <class Batch>
class plain_port final : public output_port {
public:
  explicit plain_port(std::size_t capacity) : capacity_(capacity) {}

  [[nodiscard]] batch* open() override {
    if (open_ == nullptr && credit > 0) {
      --credit;
      open_ = std::make_unique<Batch>();
    }
    return open_.get();
  }
  [[nodiscard]] std::size_t capacity() const noexcept override { return capacity_; }
  void filled() override { sent.push_back(std::move(open_)); }

  /// Sends the open batch too, if it holds something.
  void flush() {
    if (open_ != nullptr && open_->size() > 0) filled();
  }
  [[nodiscard]] const Batch& opened() { return static_cast<const Batch&>(*open()); }
  [[nodiscard]] std::size_t total() const {
    std::size_t sum = open_ == nullptr ? 0 : open_->size();
    for (const auto& each : sent) sum += each->size();
    return sum;
  }

  std::size_t credit = std::numeric_limits<std::size_t>::max();
  std::vector<std::unique_ptr<Batch>> sent;

private:
  std::unique_ptr<Batch> open_;
  std::size_t capacity_;
};

}  // namespace millrace
