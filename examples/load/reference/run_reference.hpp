// The plain loop to compare the engine with: one thread, no watermarks, no lateness, no state that outlives it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "input/event.hpp"
#include "options.hpp"
#include "report/result_digest.hpp"

namespace millrace::load {

/// Computes what the engine is asked for in the fastest plain way that we know: no SIMD, no prefetching by hand.
[[nodiscard]] result_digest run_reference(const throughput_options& chosen, std::span<const event> events);

/// The loop that runs, in words.
[[nodiscard]] std::string describe_reference(const throughput_options& chosen);

/// Bytes that the loop holds at most while it grows, for sliding windows; 0 for the others, which hold what is open.
[[nodiscard]] std::uint64_t reference_bytes(const throughput_options& chosen) noexcept;

}  // namespace millrace::load
