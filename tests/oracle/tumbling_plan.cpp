#include <millrace/core/window/tumbling.hpp>

#include "typed_plan.hpp"

namespace millrace::oracle {

result<logical_plan> tumbling_plan(const job& asked, const scripted_stream& events, const scripted_sinks& sinks) {
  return plan_over(asked, events, tumbling::make({.size = asked.size, .offset = asked.offset}), sinks);
}

}  // namespace millrace::oracle
