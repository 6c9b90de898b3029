// A source of one's own: two partitions of clicks, replayed as they arrived.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <millrace/core/error.hpp>
#include <millrace/core/source/source_reader.hpp>
#include <millrace/core/time/clock.hpp>
#include <millrace/core/time/event_time.hpp>
#include <string>
#include <utility>
#include <vector>

struct click {
  std::string product;
  millrace::event_time time;     // when somebody clicked
  millrace::event_time arrival;  // when we heard of it
};

/// Gives each partition's clicks at their arrival on a clock of its own, and says "dry" in between, as a reader of a
/// live partition would. Whenever the first partition has nothing, the clock moves on by a second: minutes pass in an
/// instant, and in the same way on every run. Both partitions end when the last click of any has arrived.
class replayed_clicks {
public:
  class reader_type {
  public:
    using value_type = click;

    reader_type(std::vector<click> clicks, bool moves_clock, millrace::event_time end,
                std::shared_ptr<millrace::manual_clock> clock)
        : clicks_(std::move(clicks)), moves_clock_(moves_clock), end_(end), clock_(std::move(clock)) {}

    millrace::read_outcome read(click& into) {
      using namespace std::chrono_literals;
      using millrace::read_status;
      const auto now = clock_->now();
      if (next_ < clicks_.size() && clicks_[next_].arrival <= now) {
        into = clicks_[next_++];
        return {.status = read_status::record};
      }
      if (now >= end_) return {.status = read_status::end};
      if (moves_clock_) clock_->set(now + 1s);
      return {.status = read_status::dry};
    }

  private:
    std::vector<click> clicks_;
    std::size_t next_ = 0;
    bool moves_clock_;
    millrace::event_time end_;
    std::shared_ptr<millrace::manual_clock> clock_;
  };

  static constexpr bool blocking = false;

  replayed_clicks(std::vector<std::vector<click>> partitions, std::shared_ptr<millrace::manual_clock> clock)
      : partitions_(std::move(partitions)), clock_(std::move(clock)) {}

  millrace::result<std::vector<reader_type>> open() const {
    millrace::event_time end{0};
    for (const auto& clicks : partitions_) {
      for (const auto& one : clicks) end = std::max(end, one.arrival);
    }
    std::vector<reader_type> readers;
    for (const auto& clicks : partitions_) readers.emplace_back(clicks, readers.empty(), end, clock_);
    return readers;
  }

private:
  std::vector<std::vector<click>> partitions_;
  std::shared_ptr<millrace::manual_clock> clock_;
};
