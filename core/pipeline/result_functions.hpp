// Functions over a pane: those that give one result and those that emit any number.
#pragma once

#include <concepts>
#include <functional>
#include <millrace/core/operator/window_function.hpp>
#include <type_traits>
#include <utility>

namespace millrace {

/// `process(context, contents)` gives the one result of a firing.
template <class Process, class Context, class Contents>
concept makes_result =
    std::copy_constructible<Process> && std::invocable<const Process&, const Context&, const Contents&> &&
    !std::is_void_v<std::invoke_result_t<const Process&, const Context&, const Contents&>>;

/// `process(context, contents, emit)` calls `emit` with each result, an `Out`.
template <class Process, class Context, class Contents, class Out>
concept emits_results = std::copy_constructible<Process> && std::invocable < const Process&,
        const Context&, const Contents&, detail::any_emit<Out>
& > ;

/// Emits what `process` gives.
template <class Process>
struct emit_result {
  Process process;

  template <class Context, class Contents, class Emit>
  void operator()(const Context& context, const Contents& contents, Emit&& emit) const {
    emit(std::invoke(process, context, contents));
  }
};

}  // namespace millrace
