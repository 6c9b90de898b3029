// The functions of a job in the library's words, and their results in the oracle's.
#pragma once

#include <cstdint>
#include <millrace/core/aggregate/aggregates.hpp>
#include <millrace/core/operator/window_function.hpp>
#include <millrace/core/window/output_mode.hpp>
#include <span>
#include <stdexcept>
#include <vector>

#include "script.hpp"

namespace millrace::oracle {

inline std::vector<std::int64_t> as_list(std::uint64_t value) {
  return {static_cast<std::int64_t>(value)};
}
inline std::vector<std::int64_t> as_list(std::int64_t value) {
  return {value};
}
inline std::vector<std::int64_t> as_list(std::vector<std::int64_t> values) {
  return values;
}

/// The process function that `function_kind::elements` stands for.
struct list_elements {
  template <class Context>
  std::vector<std::int64_t> operator()(const Context& context,
                                       std::span<const stored_element<std::int64_t>> elements) const {
    std::vector<std::int64_t> out{context.window.start.milliseconds, context.window.end.milliseconds};
    for (const auto& each : elements) out.push_back(each.value);
    return out;
  }
};

/// Calls `visit` with the aggregate of that kind; not for `elements`.
template <class Visit>
auto with_aggregate(function_kind function, Visit visit) {
  switch (function) {
    case function_kind::count: return visit(count());
    case function_kind::sum: return visit(sum());
    case function_kind::min: return visit(min());
    case function_kind::max: return visit(max());
    case function_kind::first: return visit(first());
    case function_kind::last: return visit(last());
    case function_kind::collect: return visit(collect());
    case function_kind::elements: break;
  }
  throw std::logic_error("not an aggregate");
}

[[nodiscard]] constexpr output_mode mode_of(const job& asked) noexcept {
  switch (asked.mode) {
    case emit_mode::append: return output_mode::append;
    case emit_mode::upsert: return output_mode::upsert;
    case emit_mode::retract: return output_mode::retract;
    case emit_mode::final_only: return output_mode::final_only;
  }
  return output_mode::append;
}

}  // namespace millrace::oracle
