#include "report/anonymous_memory.hpp"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>

namespace millrace::load {

std::uint64_t anonymous_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kibibytes = 0;
    if (word == "RssAnon:" && status >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

void release_freed_memory() {
  malloc_trim(0);
}

memory_peak::memory_peak()
    : sampler_([this] {
        while (!stopping_.load(std::memory_order_relaxed)) {
          peak_ = std::max(peak_, anonymous_bytes());
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
      }) {}

memory_peak::~memory_peak() {
  (void)stop();
}

std::uint64_t memory_peak::stop() {
  stopping_.store(true, std::memory_order_relaxed);
  if (sampler_.joinable()) sampler_.join();
  peak_ = std::max(peak_, anonymous_bytes());
  return peak_;
}

}  // namespace millrace::load
