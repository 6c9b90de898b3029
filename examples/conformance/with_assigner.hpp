// From the window of a case to the library's assigner of that type.
#pragma once

#include <millrace/core/error.hpp>
#include <millrace/core/window/session.hpp>
#include <millrace/core/window/sliding.hpp>
#include <millrace/core/window/tumbling.hpp>
#include <utility>

#include "test_case.hpp"

namespace conformance {

/// Returns `use(assigner)`. Errors: `failure` for sizes that the library refuses, and for a window that it has not.
template <class Use>
auto with_assigner(const window_choice& window, Use use) {
  using millrace::duration;
  const duration size{window.size_ms};
  const duration offset{window.offset_ms};
  switch (window.type) {
    case window_type::tumbling: return use(millrace::tumbling::make({.size = size, .offset = offset}).value());
    case window_type::sliding:
      return use(millrace::sliding::make({.size = size, .slide = duration{window.slide_ms}, .offset = offset}).value());
    case window_type::session: return use(millrace::session::make({.gap = duration{window.gap_ms}}).value());
    default: break;
  }
  throw millrace::failure(millrace::error_code::not_supported_yet, "a window that this runner has no assigner for");
}

}  // namespace conformance
