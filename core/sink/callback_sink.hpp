// A sink that calls a function with each row.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <millrace/core/sink/user_call.hpp>
#include <string>
#include <utility>

namespace millrace {

/// Says nothing about steps.
struct ignore_steps {
  void operator()(const step_mark& /*mark*/) const noexcept {}
};

/// Calls `on_row(const Row&)` with each row as it comes, and `on_step(const step_mark&)` when a step closes. Both are
/// called in the sink's actor, one call at a time: keep them short, and guard what other threads see too. Rows of one
/// key come in order; a row may come before the step it belongs to is the open one. What they throw stops the pipeline
/// with `user_function_threw`; a `failure` keeps its code. Each run works on copies of the functions.
///
/// Where state is kept, a restore gives again what came behind its epoch: `committed_callback_sink` does not.
template <class OnRow, std::invocable<const step_mark&> OnStep = ignore_steps>
class callback_sink {
  template <class Row>
  class writer final : public sink_writer {
  public:
    writer(OnRow on_row, OnStep on_step) : on_row_(std::move(on_row)), on_step_(std::move(on_step)) {}

    void write(const batch& rows, std::size_t from, std::size_t to, step_number /*step*/,
               std::size_t /*input*/) override {
      const auto& typed = static_cast<const row_batch<Row>&>(rows);
      guarded([&] {
        for (std::size_t i = from; i < to; ++i) std::invoke(on_row_, typed.rows[i]);
      });
    }
    void close_step(const step_mark& mark) override {
      guarded([&] { std::invoke(on_step_, mark); });
    }
    void flush() override {}
    void finish() override {}

  private:
    template <class Body>
    static void guarded(Body&& body) {
      detail::call_of_user("the function of a callback sink", std::forward<Body>(body));
    }

    OnRow on_row_;
    OnStep on_step_;
  };

public:
  static constexpr bool blocking = false;

  explicit callback_sink(OnRow on_row) : on_row_(std::move(on_row)) {}
  callback_sink(OnRow on_row, OnStep on_step) : on_row_(std::move(on_row)), on_step_(std::move(on_step)) {}

  /// Cannot fail.
  template <class Row>
    requires std::invocable<OnRow&, const Row&>
  [[nodiscard]] result<std::unique_ptr<sink_writer>> open() const {
    return std::unique_ptr<sink_writer>(std::make_unique<writer<Row>>(on_row_, on_step_));
  }

  [[nodiscard]] std::string describe() const { return "callback"; }

private:
  OnRow on_row_;
  OnStep on_step_{};
};

}  // namespace millrace
