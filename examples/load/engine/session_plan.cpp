#include "engine/plan_over.hpp"

namespace millrace::load {

result<logical_plan> make_session_plan(const throughput_options& chosen, const span_source::events& events,
                                       std::shared_ptr<result_digest> into) {
  return plan_over(session::make({.gap = chosen.window.size}), chosen, events, std::move(into));
}

}  // namespace millrace::load
