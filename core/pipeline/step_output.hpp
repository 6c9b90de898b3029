// The main output of an operator with row steps fused onto it.
#pragma once

#include <millrace/core/batch/output_port.hpp>
#include <type_traits>
#include <utility>

namespace millrace {

/// A collector that runs `Steps` on each row before it is appended. Confined to its operator; see `collector`.
template <class Steps, class RowIn, class RowOut>
class step_output {
public:
  using row_type = RowIn;

  step_output() = default;
  explicit step_output(Steps steps) : steps_(std::move(steps)) {}

  void connect(output_port* port) noexcept { rows_.connect(port); }
  [[nodiscard]] bool connected() const noexcept { return rows_.connected(); }
  [[nodiscard]] bool has_room() { return rows_.has_room(); }
  void settle() { rows_.settle(); }

  void emit(RowIn&& row) {
    if (!rows_.connected()) return;
    steps_.run(std::move(row), [this](auto&& out) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(out)>, RowOut>) {
        rows_.emit(std::move(out));
      } else {
        rows_.emit(RowOut(std::move(out)));
      }
    });
  }

private:
  Steps steps_;
  collector<RowOut> rows_;
};

}  // namespace millrace
