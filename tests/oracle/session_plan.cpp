#include <millrace/core/window/session.hpp>

#include "typed_plan.hpp"

namespace millrace::oracle {

result<logical_plan> session_plan(const job& asked, const script& steps, const scripted_sinks& sinks) {
  return plan_over(asked, steps, session::make({.gap = asked.size}), sinks);
}

}  // namespace millrace::oracle
