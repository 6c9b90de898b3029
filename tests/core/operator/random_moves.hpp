// What the random tests of change sets share: scripts of events and rises of the watermark, and windows to run them on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/session.hpp>
#include <millrace/core/window/sliding.hpp>
#include <millrace/core/window/tumbling.hpp>
#include <random>
#include <vector>

#include "window_script.hpp"

namespace millrace::testing {

/// Events, or a rise of the watermark when there are none.
template <class Key>
struct script_move {
  event_batch<Key, number> fed;
  watermark raised;
};

class random_numbers {
public:
  explicit random_numbers(std::uint32_t seed) : random_(seed) {}

  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint32_t>(bound));
  }

private:
  std::mt19937 random_;
};

/// A script that ends with the final watermark. Keys come and go, so that rows are freed and used again: `key_of(n)` is
/// the n-th key.
template <class Key, class KeyOf>
std::vector<script_move<Key>> random_moves(random_numbers& random, const KeyOf& key_of) {
  const auto below = [&](std::int64_t bound) { return random.below(bound); };
  std::vector<script_move<Key>> script;
  const std::int64_t disorder = 1 + below(60);
  const std::int64_t stride = 1 + below(20);
  const std::int64_t keys = below(8) == 0 ? 1 + below(700) : 1 + below(5);
  const std::int64_t drift = below(2) * (1 + below(3));
  const std::int64_t batch = below(2) == 0 ? 2 : below(8) == 0 ? 300 : 8;
  std::int64_t time = below(400) - 200;
  std::int64_t mark = time - disorder;
  std::int64_t first_key = 0;
  for (std::int64_t step = 5 + below(25); step >= 0; --step) {
    script_move<Key> events_come;
    for (std::int64_t count = below(batch); count > 0; --count) {
      const Key key = key_of(first_key + below(keys));
      const std::int64_t back = below(3) == 0 ? below(2 * disorder + 10) : below(6);
      events_come.fed.append(event_time{time - back}, key_hash(key), key, below(9) - 4);
    }
    if (events_come.fed.size() > 0) script.push_back(std::move(events_come));
    if (below(40) == 0) time += 100 + below(2000);
    time += below(stride);
    first_key += drift > 0 ? below(drift + 1) : 0;
    mark = std::max(mark, time - below(disorder));
    if (below(4) > 0 || step == 0) {
      script.push_back({.fed = {}, .raised = step == 0 ? watermark::final() : watermark{mark}});
    }
  }
  return script;
}

/// Calls `run(windows, size)` with sessions, tumbling or sliding windows of some size.
template <class Run>
void with_random_windows(random_numbers& random, const Run& run) {
  const std::int64_t size = 1 + random.below(random.below(4) == 0 ? 90 : 20);
  switch (random.below(5)) {
    case 0: return run(session::make({.gap = duration{size}}).value(), size);
    case 1: {
      const std::int64_t offset = random.below(2 * size - 1) - size + 1;
      return run(tumbling::make({.size = duration{size}, .offset = duration{offset}}).value(), size);
    }
    default: {
      const std::int64_t slide = 1 + random.below(random.below(3) == 0 ? 2 * size : size);
      const std::int64_t offset = random.below(2 * slide - 1) - slide + 1;
      const sliding::options chosen{.size = duration{size}, .slide = duration{slide}, .offset = duration{offset}};
      return run(sliding::make(chosen).value(), size);
    }
  }
}

/// Any lateness and output mode.
template <class Assigner, class Function>
window_options<Assigner, Function> random_options(random_numbers& random, const Assigner& windows, Function function,
                                                  std::int64_t size) {
  constexpr output_mode modes[] = {output_mode::append, output_mode::upsert, output_mode::retract,
                                   output_mode::final_only};
  const std::int64_t lateness[] = {0, 0, random.below(5), random.below(3 * size), random.below(200)};
  return {.stage = "s",
          .windows = windows,
          .function = function,
          .allowed_lateness = random.below(12) == 0 ? forever : duration{lateness[random.below(5)]},
          .mode = modes[random.below(4)]};
}

}  // namespace millrace::testing
