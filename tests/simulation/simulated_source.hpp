// The splits of a scenario as a live source on the virtual clock.
#pragma once

#include <cstddef>
#include <memory>
#include <millrace/core/source/source_reader.hpp>
#include <millrace/core/time/clock.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuse.hpp"
#include "scenario.hpp"
#include "tests/oracle/scripted_source.hpp"

namespace millrace::simulation {

/// What the readers of one run share.
struct reading {
  std::vector<std::vector<split_step>> splits;
  std::shared_ptr<const clock> now;
  std::shared_ptr<fuse> throwing;
  std::vector<std::size_t> events_read;  // by split
};

class simulated_reader {
public:
  using value_type = oracle::scripted_event;

  simulated_reader(std::shared_ptr<reading> shared, std::size_t split) : shared_(std::move(shared)), split_(split) {}

  read_outcome read(oracle::scripted_event& into) {
    const auto& steps = shared_->splits[split_];
    if (next_ == steps.size()) return {.status = read_status::end};
    shared_->throwing->burn(throwing_place::reader);
    if (!dry_until_) dry_until_ = event_time{shared_->now->now().milliseconds + steps[next_].stall.count()};
    if (shared_->now->now() < *dry_until_) return {.status = read_status::dry};
    dry_until_.reset();
    const oracle::step& now = steps[next_++].what;
    switch (now.kind) {
      case oracle::step_kind::watermark: return {.status = read_status::watermark, .mark = now.mark};
      case oracle::step_kind::idle: return {.status = read_status::idle};
      case oracle::step_kind::active: return {.status = read_status::active};
      case oracle::step_kind::end: return {.status = read_status::end};
      case oracle::step_kind::event: break;
    }
    ++shared_->events_read[split_];
    into = {now.time, now.key, now.value};
    return {.status = read_status::record};
  }

  /// The step that comes next.
  [[nodiscard]] std::size_t mark() const noexcept { return next_; }
  void resume(std::size_t mark) noexcept { next_ = mark; }

private:
  std::shared_ptr<reading> shared_;
  std::size_t split_;
  std::size_t next_ = 0;
  std::optional<event_time> dry_until_;
};

class simulated_source {
public:
  using reader_type = simulated_reader;
  static constexpr bool blocking = false;

  explicit simulated_source(std::shared_ptr<reading> shared) : shared_(std::move(shared)) {}

  [[nodiscard]] result<std::vector<simulated_reader>> open() const {
    std::vector<simulated_reader> readers;
    for (std::size_t split = 0; split < shared_->splits.size(); ++split) readers.emplace_back(shared_, split);
    return readers;
  }
  [[nodiscard]] std::string describe() const { return "simulated splits"; }

private:
  std::shared_ptr<reading> shared_;
};

static_assert(split_source<simulated_source> && resumable_reader<simulated_reader>);

}  // namespace millrace::simulation
