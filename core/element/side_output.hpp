// The tag of a side output: what a window's function sends besides its result.
#pragma once

#include <string>

namespace millrace {

/// Names a side output that carries values of type `Value`, each as a `timed_value<Value>`. A tag is declared to the
/// stage and then used by its function; equal names mean the same output.
template <class Value>
struct side_output {
  using value_type = Value;

  std::string name;
};

}  // namespace millrace
