#include "reference/run_reference.hpp"

#include <bit>
#include <numeric>

#include "reference/sessions.hpp"
#include "reference/sliding_slices.hpp"
#include "reference/totals.hpp"
#include "reference/tumbling_few_keys.hpp"
#include "reference/tumbling_many_keys.hpp"

namespace millrace::load {

namespace {

/// Above this a column of totals leaves the second cache, and one table with one miss is faster.
constexpr std::uint64_t few_keys = 32'768;
/// Columns are kept to the end.
constexpr std::uint64_t few_totals = 4'000'000;

bool has_few_keys(const throughput_options& chosen) {
  const auto windows = static_cast<std::uint64_t>(chosen.span / chosen.window.size) + 1;
  return chosen.keys <= few_keys && windows <= few_totals / chosen.keys;
}

template <class Total>
result_digest run_loop(const throughput_options& chosen, std::span<const event> events) {
  const window_choice& window = chosen.window;
  switch (window.kind) {
    case window_kind::sliding: return sliding_slices<Total>(events, window.size, window.slide);
    case window_kind::session: return sessions<Total>(events, window.size, chosen.disorder);
    case window_kind::tumbling: break;
  }
  if (has_few_keys(chosen)) return tumbling_few_keys<Total>(events, window.size);
  return tumbling_many_keys<Total>(events, window.size, chosen.disorder);
}

}  // namespace

result_digest run_reference(const throughput_options& chosen, std::span<const event> events) {
  switch (chosen.function) {
    case function_kind::sum: return run_loop<sum_total>(chosen, events);
    case function_kind::count: return run_loop<count_total>(chosen, events);
    case function_kind::sum_and_count: break;
  }
  return run_loop<sum_and_count_total>(chosen, events);
}

std::string describe_reference(const throughput_options& chosen) {
  switch (chosen.window.kind) {
    case window_kind::sliding: return "key to row of slices, then a running total over each row";
    case window_kind::session: return "key to row, its newest session at hand";
    case window_kind::tumbling: break;
  }
  return has_few_keys(chosen) ? "key to row, a column of totals for each window" : "a flat table for each open window";
}

std::uint64_t reference_bytes(const throughput_options& chosen) noexcept {
  if (chosen.window.kind != window_kind::sliding) return 0;
  const auto slice = std::gcd(chosen.window.size.count(), chosen.window.slide.count());
  const auto slices = std::bit_ceil(static_cast<std::uint64_t>(chosen.span.count() / slice) + 1);
  return slices * std::bit_ceil(chosen.keys) * sizeof(sum_and_count_total) * 3 / 2;
}

}  // namespace millrace::load
