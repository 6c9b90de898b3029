// What `millrace-load throughput` is asked to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/error.hpp>
#include <millrace/core/time/event_time.hpp>
#include <optional>
#include <string>

namespace millrace::load {

enum class window_kind : unsigned char { tumbling, sliding, session };
enum class function_kind : unsigned char { sum, count, sum_and_count };

struct window_choice {
  window_kind kind = window_kind::tumbling;
  duration size{10'000};   ///< Of a session: the gap.
  duration slide{10'000};  ///< Sliding only.
};

/// Every value is in range once `check` has passed.
struct throughput_options {
  std::uint64_t keys = 1000;
  std::uint64_t events = 20'000'000;
  duration span{200'000};
  window_choice window{};
  function_kind function = function_kind::sum_and_count;
  std::size_t actors = 2;
  std::size_t source_actors = 1;
  duration disorder{500};
  std::size_t repeat = 5;
  std::size_t round = 4096;
  std::size_t batch = 4096;
  std::optional<duration> checkpoint{};  ///< From one epoch to the next; empty: no state is kept.
};

/// Errors: `option_out_of_range`; the message names option, value and what is accepted.
[[nodiscard]] result<void> check(const throughput_options& chosen);

/// "tumbling:10s", "sliding:60s:1s" or "session:10s".
[[nodiscard]] result<window_choice> parse_window(const std::string& text);

/// "sum", "count" or "sum,count".
[[nodiscard]] result<function_kind> parse_function(const std::string& text);

/// "500ms", "5s", "30min", "2h" or "1d".
[[nodiscard]] result<duration> parse_duration(const std::string& text);

[[nodiscard]] std::string describe(const window_choice& window);
[[nodiscard]] std::string describe(function_kind function);

}  // namespace millrace::load
