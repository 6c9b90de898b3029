// A way out of an operator that always has room and keeps what comes.
#pragma once

#include <cstddef>
#include <limits>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/batch/output_port.hpp>
#include <vector>

namespace conformance {

template <class Row>
class kept_port final : public millrace::output_port {
public:
  [[nodiscard]] millrace::batch* open() override { return &batch_; }
  [[nodiscard]] std::size_t capacity() const noexcept override { return std::numeric_limits<std::size_t>::max(); }
  void filled() override {}

  /// Calls `visit` with each row that came since the last call.
  template <class Visit>
  void take(Visit visit) {
    for (const auto& row : batch_.rows) visit(row);
    batch_.clear();
  }

private:
  millrace::row_batch<Row> batch_;
};

}  // namespace conformance
