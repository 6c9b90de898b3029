// `millrace-load latency`: how long a lone event takes through an idle pipeline.
#pragma once

#include <cstddef>
#include <millrace/core/error.hpp>
#include <millrace/core/time/event_time.hpp>

namespace millrace::load {

/// Every value is in range once `check` has passed.
struct latency_options {
  std::size_t events = 1000;  ///< 1 to 1,000,000
  duration interval{5};       ///< Between the row of one event and the next event, 0 ms to 1 min.
  std::size_t actors = 2;     ///< 1 to 128
};

/// Errors: `option_out_of_range`; the message names option, value and what is accepted.
[[nodiscard]] result<void> check(const latency_options& chosen);

/// Puts one event after the other into a live pipeline, each when the row of the one before has come and the pipeline
/// has idled for the interval, and prints how long rows took from there to a callback sink, the JSON line last. Beside
/// it, how late a sleeping thread woke in the same time. Returns an exit status. Requires options that `check` has
/// passed.
[[nodiscard]] int run_latency(const latency_options& chosen);

}  // namespace millrace::load
