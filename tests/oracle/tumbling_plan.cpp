#include <millrace/core/window/tumbling.hpp>

#include "typed_plan.hpp"

namespace millrace::oracle {

result<logical_plan> tumbling_plan(const job& asked, const script& steps, const scripted_sinks& sinks) {
  return plan_over(asked, steps, tumbling::make({.size = asked.size, .offset = asked.offset}), sinks);
}

}  // namespace millrace::oracle
