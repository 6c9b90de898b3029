// An output port without actors: keeps what was sent.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <millrace/core/batch/output_port.hpp>
#include <utility>
#include <vector>

namespace millrace {

/// Gives `credit` batches, then none until a test adds some.
class plain_port final : public output_port {
public:
  plain_port(std::function<std::unique_ptr<batch>()> make, std::size_t capacity)
      : make_(std::move(make)), capacity_(capacity) {}

  [[nodiscard]] batch* open() override {
    if (open_ == nullptr && credit > 0) {
      --credit;
      open_ = make_();
    }
    return open_.get();
  }
  [[nodiscard]] std::size_t capacity() const noexcept override { return capacity_; }
  void filled() override { sent.push_back(std::move(open_)); }

  /// Sends the open batch too, if it holds something.
  void flush() {
    if (open_ != nullptr && open_->size() > 0) filled();
  }
  [[nodiscard]] std::size_t total() const {
    std::size_t sum = open_ == nullptr ? 0 : open_->size();
    for (const auto& each : sent) sum += each->size();
    return sum;
  }

  std::size_t credit = std::numeric_limits<std::size_t>::max();
  std::vector<std::unique_ptr<batch>> sent;

private:
  std::function<std::unique_ptr<batch>()> make_;
  std::unique_ptr<batch> open_;
  std::size_t capacity_;
};

}  // namespace millrace
