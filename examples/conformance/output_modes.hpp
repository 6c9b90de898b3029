// From the emit mode of a case to the library's output mode.
#pragma once

#include <millrace/core/window/output_mode.hpp>

#include "test_case.hpp"

namespace conformance {

[[nodiscard]] constexpr millrace::output_mode mode_of(emit_mode mode) noexcept {
  switch (mode) {
    case emit_mode::append: return millrace::output_mode::append;
    case emit_mode::retract: return millrace::output_mode::retract;
    case emit_mode::upsert: return millrace::output_mode::upsert;
    case emit_mode::final_only: return millrace::output_mode::final_only;
  }
  return millrace::output_mode::append;
}

}  // namespace conformance
