// The aggregate that a case names, chosen at run time among the built-in ones.
#pragma once

#include <cstdint>
#include <functional>
#include <millrace/core/aggregate/aggregates.hpp>
#include <millrace/core/operator/window_context.hpp>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "test_case.hpp"

namespace conformance {

/// What the function of a case made, and over which values, in the order of their arrival. Equal when the answers are:
/// in the changelog modes only a changed answer is an update.
struct outcome {
  answer value;
  std::vector<std::int64_t> over;

  bool operator==(const outcome& other) const { return value == other.value; }
};

/// Hands every call on to the built-in aggregate that a case names, and keeps the values beside it. Immutable; share
/// freely. `sum_with_window` is a sum here; its window is known only when a pane fires.
class chosen_function {
  template <template <class, class> class Aggregate>
  using over_values = Aggregate<std::int64_t, std::identity>;
  using collected = over_values<millrace::collect_aggregate>;
  using any_function =
      std::variant<over_values<millrace::sum_aggregate>, millrace::count_aggregate,
                   over_values<millrace::min_aggregate>, over_values<millrace::max_aggregate>,
                   over_values<millrace::first_aggregate>, over_values<millrace::last_aggregate>, collected>;

public:
  struct accumulator {
    std::variant<millrace::accumulator_of<over_values<millrace::sum_aggregate>>,
                 millrace::accumulator_of<millrace::count_aggregate>,
                 millrace::accumulator_of<over_values<millrace::min_aggregate>>, millrace::accumulator_of<collected>>
        chosen;  ///< first, last, min and max keep the same kind of accumulator.
    millrace::accumulator_of<collected> values;
  };

  explicit chosen_function(function_name name);

  [[nodiscard]] accumulator create() const;
  void add(accumulator& sofar, std::int64_t value, const millrace::element_context& context) const;
  void merge(accumulator& sofar, const accumulator& other) const;
  [[nodiscard]] outcome result(const accumulator& all) const;
  [[nodiscard]] std::string_view name() const;

private:
  any_function function_;
  collected values_;
};

static_assert(millrace::aggregate_function<chosen_function, std::int64_t>);

/// Goes behind the function of a case: gives `sum_with_window` the window of its pane, and hands on every other answer
/// as it is.
struct complete_with_window {
  function_name name;

  template <class Key, class Emit>
  void operator()(const millrace::window_context<Key>& context, outcome made, Emit&& emit) const {
    if (name == function_name::sum_with_window) {
      made.value = std::vector<std::int64_t>{std::get<std::int64_t>(made.value), context.window.start.milliseconds,
                                             context.window.end.milliseconds};
    }
    emit(std::move(made));
  }
};

}  // namespace conformance
