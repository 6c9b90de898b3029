// The naive oracle: what the rules say a script brings about, taken anew from all events at every step.
#pragma once

#include <cstdint>
#include <string>

#include "script.hpp"

namespace millrace::oracle {

/// What a script contains, to know that the random ones are worth running.
struct script_facts {
  bool late = false;                 ///< An event missed all of its windows.
  bool partly_late = false;          ///< An event missed some of its windows.
  bool refired = false;              ///< A pane fired again.
  bool merged = false;               ///< Two sessions became one.
  bool merged_after_firing = false;  ///< A session that had fired became part of another.
  bool idle = false;                 ///< A split went idle.
  bool ended = false;                ///< A split ended while others went on.
};

struct expectation {
  outcome expected;
  script_facts facts;
};

/// Written after docs/semantics.md alone; shares nothing with the operators but value types. Cost: quadratic.
[[nodiscard]] expectation expectation_of(const job& asked, const script& steps);

}  // namespace millrace::oracle
