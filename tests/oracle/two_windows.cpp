#include "two_windows.hpp"

#include <algorithm>

namespace millrace::oracle {

namespace {

constexpr std::int64_t longest = std::int64_t{1} << 40U;

/// Windows of about the length of the first ones, or some times as long.
void choose_windows(dice& random, const job& first, job& second) {
  second.window = random.one_of<window_kind>({window_kind::tumbling, window_kind::sliding, window_kind::session});
  const std::int64_t before = std::min(first.size.count(), longest);
  const std::int64_t size =
      before * random.one_of<std::int64_t>({1, 1, 2, 3, 7}) + random.one_of<std::int64_t>({0, 0, 1});
  second.size = duration{size};
  second.slide = duration{std::max<std::int64_t>(1, size / random.between(1, 5))};
  if (random.percent(50)) second.offset = duration{random.between(0, second.slide.count() - 1)};
}

/// What the second stage is given in place of a script.
script script_behind(const outcome& first) {
  script steps;
  for (const step_outcome& made : first.steps) {
    for (const result_row& each : made.rows) {
      steps.push_back(
          {.kind = step_kind::event, .key = second_key(each.key), .time = each.time, .value = each.value.front()});
    }
    if (made.forwarded) steps.push_back({.kind = step_kind::watermark, .mark = *made.forwarded});
  }
  steps.push_back({.kind = step_kind::end});
  return steps;
}

}  // namespace

two_jobs two_jobs_of(const job& asked, std::uint64_t seed) {
  dice random(seed + 0x5ec0'0000);
  two_jobs both{asked, {}};
  both.first.function = function_kind::sum;
  both.first.mode = random.percent(50) ? emit_mode::append : emit_mode::final_only;
  if (both.first.mode == emit_mode::append) both.first.allowed_lateness = duration{0};
  choose_windows(random, both.first, both.second);
  both.second.allowed_lateness =
      random.one_of<duration>({duration{0}, duration{0}, duration{random.between(1, 20)}, forever});
  both.second.mode =
      random.one_of<emit_mode>({emit_mode::append, emit_mode::upsert, emit_mode::retract, emit_mode::final_only});
  both.second.function =
      random.one_of<function_kind>({function_kind::count, function_kind::sum, function_kind::min, function_kind::max});
  return both;
}

expectation expectation_of(const two_jobs& asked, const script& steps) {
  const expectation first = expectation_of(asked.first, steps);
  expectation both = expectation_of(asked.second, script_behind(first.expected));
  both.facts = first.facts;
  both.expected.dropped_late += first.expected.dropped_late;
  both.expected.partly_late += first.expected.partly_late;
  both.expected.in_gap += first.expected.in_gap;
  // A stage hands the idle status on as it is; what the script of the second stage says of it is nothing.
  std::vector<step_outcome> statuses;
  for (const step_outcome& made : first.expected.steps) {
    if (made.idle_out) statuses.emplace_back().idle_out = made.idle_out;
  }
  both.expected.steps.insert(both.expected.steps.begin(), statuses.begin(), statuses.end());
  return both;
}

}  // namespace millrace::oracle
