#include "engine/plan_over.hpp"

namespace millrace::load {

result<logical_plan> make_sliding_plan(const throughput_options& chosen, const span_source::events& events,
                                       std::shared_ptr<result_digest> into) {
  return plan_over(sliding::make({.size = chosen.window.size, .slide = chosen.window.slide}), chosen, events,
                   std::move(into));
}

}  // namespace millrace::load
