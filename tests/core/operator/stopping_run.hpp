// What the random tests of the window operators share: an operator that is stopped again and again.
#pragma once

#include <cstddef>
#include <memory>
#include <millrace/core/operator/operator_harness.hpp>
#include <utility>
#include <vector>

#include "window_script.hpp"

namespace millrace::testing {

using events = event_batch<int, number>;
using late_row = late_event<int, number>;

/// An operator whose outputs take a few rows at a time, so that it is stopped again and again.
template <class Out>
class stopping_run {
public:
  stopping_run(std::unique_ptr<keyed_operator> driven, std::size_t room)
      : driven_(std::move(driven)), rows_(room, 0), late_(room, 0) {
    const std::vector<output_port*> ports{&rows_, &late_};
    driven_->connect(ports);
  }

  void process(const events& all) {
    for (std::size_t next = 0; (next = driven_->process(all, next)) < all.size();) more_room();
  }
  void advance(watermark to) {
    while (!driven_->advance(to)) more_room();
  }
  auto take_rows() { return rows_.take(); }
  auto take_late() { return late_.take(); }
  keyed_operator& driven() const { return *driven_; }
  std::size_t stops() const { return stops_; }

private:
  void more_room() {
    ++stops_;
    rows_.grant(1);
    late_.grant(1);
  }

  std::unique_ptr<keyed_operator> driven_;
  plain_port<row<int, Out>> rows_;
  plain_port<late_row> late_;
  std::size_t stops_ = 0;
};

}  // namespace millrace::testing
