// A keyed stage as a plain loop drives it: one event or one rise at a time, rows in the oracle's words.
#pragma once

#include <memory>
#include <millrace/core/operator/keyed_operator.hpp>
#include <vector>

#include "script.hpp"

namespace millrace::oracle {

/// `sliced`: over slices where that operator applies, else the general one.
enum class operator_kind : unsigned char { general, sliced };

class stage {
public:
  virtual ~stage() = default;
  /// Applies one event; what it makes goes into `made`.
  virtual void process(const step& event, step_outcome& made) = 0;
  /// Raises the watermark; what is due goes into `made`.
  virtual void advance(watermark to, step_outcome& made) = 0;
  [[nodiscard]] virtual const keyed_operator& behind() const = 0;
};

/// One file each, since each stands for many operators.
[[nodiscard]] std::unique_ptr<stage> tumbling_stage(const job& asked, operator_kind kind, std::size_t room);
[[nodiscard]] std::unique_ptr<stage> sliding_stage(const job& asked, operator_kind kind, std::size_t room);
[[nodiscard]] std::unique_ptr<stage> session_stage(const job& asked, operator_kind kind, std::size_t room);

}  // namespace millrace::oracle
