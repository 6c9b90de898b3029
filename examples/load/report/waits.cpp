#include "report/waits.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace millrace::load {

namespace {

double ranked_us(const std::vector<std::int64_t>& sorted, std::size_t percent) {
  const std::size_t rank = (sorted.size() * percent + 99) / 100;
  return static_cast<double>(sorted[std::max<std::size_t>(rank, 1) - 1]) / 1000;
}

}  // namespace

wait_figures figures_of(std::vector<std::int64_t> waits_ns) {
  std::sort(waits_ns.begin(), waits_ns.end());
  return {.p50_us = ranked_us(waits_ns, 50), .p99_us = ranked_us(waits_ns, 99), .max_us = ranked_us(waits_ns, 100)};
}

hiccup_meter::hiccup_meter()
    : sleeper_([this] {
        constexpr std::chrono::milliseconds nap(1);
        do {
          const auto due = std::chrono::steady_clock::now() + nap;
          std::this_thread::sleep_until(due);
          oversleeps_.push_back(std::chrono::nanoseconds(std::chrono::steady_clock::now() - due).count());
        } while (!stopping_.load(std::memory_order_relaxed));
      }) {}

hiccup_meter::~hiccup_meter() {
  (void)stop();
}

std::vector<std::int64_t> hiccup_meter::stop() {
  stopping_.store(true, std::memory_order_relaxed);
  if (sleeper_.joinable()) sleeper_.join();
  return std::exchange(oversleeps_, {});
}

}  // namespace millrace::load
