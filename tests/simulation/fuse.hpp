// Throws once, after a number of calls, where a scenario says that a function of the user throws.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "scenario.hpp"

namespace millrace::simulation {

/// Confined to the thread of the simulation.
class fuse {
public:
  fuse(throwing_place place, std::uint64_t calls) : place_(place), left_(calls) {}

  /// A function at `here` is called.
  void burn(throwing_place here) {
    if (here != place_ || blown_) return;
    if (left_-- > 0) return;
    blown_ = true;
    throw std::runtime_error("a fuse has blown");
  }
  [[nodiscard]] bool blown() const noexcept { return blown_; }

private:
  throwing_place place_;
  std::uint64_t left_;
  bool blown_ = false;
};

}  // namespace millrace::simulation
