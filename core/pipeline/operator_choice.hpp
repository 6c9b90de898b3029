// Which operator runs a windowed stage.
#pragma once

#include <memory>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/operator/sliced_window_operator.hpp>
#include <millrace/core/operator/window_function.hpp>
#include <millrace/core/operator/window_operator.hpp>
#include <millrace/core/operator/window_options.hpp>
#include <millrace/core/window/assigner.hpp>
#include <string>
#include <utility>

namespace millrace::detail {

/// Windows of one size on a grid share slices when their function merges; everything else takes the general operator.
template <class Key, class Value, class Assigner, class Function>
inline constexpr bool runs_on_slices =
    regular_window_assigner<Assigner>&& mergeable_window_function<Function, Key, Value>;

/// Makes the operator of a stage. Errors: failure, when the options are wrong.
template <stream_key Key, class Value, class Assigner, class Function, class Output>
[[nodiscard]] std::unique_ptr<keyed_operator> make_stage_operator(window_options<Assigner, Function> chosen,
                                                                  Output output) {
  if constexpr (runs_on_slices<Key, Value, Assigner, Function>) {
    return std::make_unique<sliced_window_operator<Key, Value, Assigner, Function, Output>>(std::move(chosen),
                                                                                            std::move(output));
  } else {
    return std::make_unique<window_operator<Key, Value, Assigner, Function, Output>>(std::move(chosen),
                                                                                     std::move(output));
  }
}

/// Which operator that is and why, for `explain`. `words` name the function.
template <class Key, class Value, class Assigner, class Function>
[[nodiscard]] std::string operator_words(const std::string& words) {
  if constexpr (runs_on_slices<Key, Value, Assigner, Function>) {
    return "sliced window operator (" + words + "): tumbling and sliding aggregates share slices";
  } else if constexpr (regular_window_assigner<Assigner>) {
    return "general window operator (" + words + "): a process function needs every element of its window";
  } else {
    return "general window operator (" + words + "): windows that merge, or lie on no grid, share no slices";
  }
}

}  // namespace millrace::detail
