#include <millrace/actors/engine/messages.hpp>
#include <millrace/actors/engine/watermark_actor.hpp>
#include <utility>

namespace millrace::engine {

watermark_actor::watermark_actor(caf::actor_config& config, identity who, parts given)
    : member(config, std::move(who)), parts_(std::move(given)) {}

caf::behavior watermark_actor::make_behavior() {
  return {
      [this](const round_report& report) {
        guarded([&] {
          const auto next = parts_.service.on_report(report);
          answer(next);
          send(caf::actor_cast<caf::actor>(current_sender()), next);
          if (!ticking_) follow_clock();
        });
      },
      [this](tick_atom) {
        guarded([this] {
          ticking_ = false;
          follow_clock();
        });
      },
      [this](stop_atom, input_id) {
        if (++stopped_inputs_ < parts_.inputs || done()) return;
        for (const auto& receiver : parts_.key_groups) send(receiver, stop_atom::value);
        report_done(false);
      },
  };
}

void watermark_actor::answer(const round_answer& next) {
  auto& counters = parts_.counters->watermarks;
  counters.combined.store(next.combined.milliseconds, std::memory_order_relaxed);
  counters.idle.store(next.idle, std::memory_order_relaxed);
  counters.answers.store(next.number, std::memory_order_release);
  for (const auto& receiver : parts_.key_groups) send(receiver, next);
  if (next.end) report_done(true);
}

void watermark_actor::follow_clock() {
  if (!parts_.service.follows_clock()) return;
  if (const auto next = parts_.service.on_clock(parts_.processing_clock->now())) answer(*next);
  ticking_ = true;
  delayed_send(this, parts_.tick, tick_atom::value);
}

void watermark_actor::on_exit() {
  parts_.key_groups.clear();
  member::on_exit();
}

}  // namespace millrace::engine
