#include <millrace/core/window/sliding.hpp>

#include "typed_plan.hpp"

namespace millrace::oracle {

result<logical_plan> sliding_plan(const job& asked, const scripted_stream& events, const scripted_sinks& sinks) {
  return plan_over(asked, events, sliding::make({.size = asked.size, .slide = asked.slide, .offset = asked.offset}),
                   sinks);
}

}  // namespace millrace::oracle
