#include "chosen_generator.hpp"

namespace conformance {

chosen_generator::chosen_generator(const pipeline_choice& pipeline) {
  if (pipeline.strategy != watermark_strategy::bounded) return;
  generator_ = millrace::bounded_disorder::make({.delay = millrace::duration{pipeline.delay_ms}}).value();
}

void chosen_generator::on_event(const event_step& event, millrace::event_time time) {
  std::visit([&](auto& generator) { generator.on_event(event, time); }, generator_);
}

millrace::watermark chosen_generator::current() const {
  return std::visit([](const auto& generator) { return generator.current(); }, generator_);
}

}  // namespace conformance
