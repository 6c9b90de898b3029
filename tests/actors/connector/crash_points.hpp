// What happens at the crash points of this test build.
#pragma once

#include <functional>
#include <millrace/actors/connector/crash_point.hpp>
#include <utility>

namespace millrace::testing {

/// Calls `what` at each crash point while it lives.
class at_each_crash_point {
public:
  explicit at_each_crash_point(std::function<void(crash_point)> what) { at_crash_point() = std::move(what); }
  at_each_crash_point(const at_each_crash_point&) = delete;
  at_each_crash_point& operator=(const at_each_crash_point&) = delete;
  ~at_each_crash_point() { at_crash_point() = nullptr; }
};

}  // namespace millrace::testing
