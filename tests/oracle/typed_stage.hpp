// A stage over one assigner and one function, and the choice of the function.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <millrace/core/aggregate/aggregate_function.hpp>
#include <millrace/core/operator/sliced_window_operator.hpp>
#include <millrace/core/operator/window_function.hpp>
#include <millrace/core/operator/window_operator.hpp>
#include <utility>
#include <vector>

#include "functions.hpp"
#include "stage.hpp"

namespace millrace::oracle {

/// A port that is full after `room` rows until it is emptied.
template <class Row>
class small_port final : public output_port {
public:
  explicit small_port(std::size_t room) : room_(room) {}

  batch* open() override { return full_ ? nullptr : &rows_; }
  [[nodiscard]] std::size_t capacity() const noexcept override { return room_; }
  void filled() override { full_ = true; }

  [[nodiscard]] std::vector<Row> take() {
    full_ = false;
    std::vector<Row> taken(std::move_iterator(rows_.rows.begin()), std::move_iterator(rows_.rows.end()));
    rows_.clear();
    return taken;
  }

private:
  std::size_t room_;
  bool full_ = false;
  row_batch<Row> rows_;
};

/// The operator over slices where it applies and is asked for, else the general one.
template <class Assigner, class Function, bool sliced>
struct operator_choice {
  using type = window_operator<std::int64_t, std::int64_t, Assigner, Function>;
};
template <class Assigner, class Function>
struct operator_choice<Assigner, Function, true> {
  using type = sliced_window_operator<std::int64_t, std::int64_t, Assigner, Function>;
};

template <class Assigner, class Function, bool sliced>
class typed_stage final : public stage {
public:
  typed_stage(const job& asked, Assigner windows, Function function, std::size_t room)
      : operator_({.stage = "oracle",
                   .windows = std::move(windows),
                   .function = std::move(function),
                   .allowed_lateness = asked.allowed_lateness,
                   .mode = mode_of(asked)}),
        rows_(room),
        late_(room) {
    const std::array<output_port*, 2> ports{&rows_, &late_};
    operator_.connect(ports);
  }

  void process(const step& event, step_outcome& made) override {
    event_batch<std::int64_t, std::int64_t> events;
    events.append(event.time, key_hash(event.key), event.key, event.value);
    while (operator_.process(events, 0) == 0) take(made);
    take(made);
  }

  void advance(watermark to, step_outcome& made) override {
    while (!operator_.advance(to)) take(made);
    take(made);
  }

  [[nodiscard]] const keyed_operator& behind() const override { return operator_; }

private:
  using operator_type = typename operator_choice<Assigner, Function, sliced>::type;

  void take(step_outcome& made) {
    for (auto& each : rows_.take()) {
      made.rows.push_back({each.kind, each.key, each.window, as_list(std::move(each.value)), each.time});
    }
    for (auto& each : late_.take()) made.late.push_back(std::move(each));
  }

  operator_type operator_;
  small_port<typename operator_type::row_type> rows_;
  small_port<missed_event> late_;
};

/// The stage over these windows with the function that the job asks for.
template <class Assigner>
[[nodiscard]] std::unique_ptr<stage> stage_over(const job& asked, const Assigner& windows, operator_kind kind,
                                                std::size_t room) {
  const auto over = [&](auto function) -> std::unique_ptr<stage> {
    using function_type = decltype(function);
    if constexpr (regular_window_assigner<Assigner> &&
                  mergeable_window_function<function_type, std::int64_t, std::int64_t>) {
      if (kind == operator_kind::sliced) {
        return std::make_unique<typed_stage<Assigner, function_type, true>>(asked, windows, std::move(function), room);
      }
    }
    return std::make_unique<typed_stage<Assigner, function_type, false>>(asked, windows, std::move(function), room);
  };
  if (asked.function == function_kind::elements) {
    return over(process_elements<std::int64_t, std::vector<std::int64_t>>(
        [](const auto& context, auto elements, auto&& emit) { emit(list_elements{}(context, elements)); }));
  }
  return with_aggregate(asked.function, [&](auto aggregate) {
    return over(aggregate_window(aggregate_for<std::int64_t>(std::move(aggregate))));
  });
}

}  // namespace millrace::oracle
