#include <millrace/core/window/session.hpp>

#include "typed_plan.hpp"

namespace millrace::oracle {

result<logical_plan> session_plan(const job& asked, const scripted_stream& events, const scripted_sinks& sinks) {
  return plan_over(asked, events, session::make({.gap = asked.size}), sinks);
}

}  // namespace millrace::oracle
