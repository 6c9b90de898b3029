#include "engine/make_plan.hpp"

#include <utility>

namespace millrace::load {

result<logical_plan> make_plan(const throughput_options& chosen, const span_source::events& events,
                               std::shared_ptr<result_digest> into) {
  switch (chosen.window.kind) {
    case window_kind::tumbling: return make_tumbling_plan(chosen, events, std::move(into));
    case window_kind::sliding: return make_sliding_plan(chosen, events, std::move(into));
    case window_kind::session: break;
  }
  return make_session_plan(chosen, events, std::move(into));
}

}  // namespace millrace::load
