#include "scripted_plan.hpp"

#include <stdexcept>

namespace millrace::oracle {

result<logical_plan> plan_of(const job& asked, const scripted_stream& events, const scripted_sinks& sinks) {
  switch (asked.window) {
    case window_kind::tumbling: return tumbling_plan(asked, events, sinks);
    case window_kind::sliding: return sliding_plan(asked, events, sinks);
    case window_kind::session: return session_plan(asked, events, sinks);
  }
  throw std::logic_error("a window without a plan");
}

result<logical_plan> tumbling_plan(const job& asked, const script& steps, const scripted_sinks& sinks) {
  return tumbling_plan(asked, events_of(asked, steps), sinks);
}

result<logical_plan> sliding_plan(const job& asked, const script& steps, const scripted_sinks& sinks) {
  return sliding_plan(asked, events_of(asked, steps), sinks);
}

result<logical_plan> session_plan(const job& asked, const script& steps, const scripted_sinks& sinks) {
  return session_plan(asked, events_of(asked, steps), sinks);
}

}  // namespace millrace::oracle
