#include <algorithm>
#include <map>
#include <millrace/actors/engine/planted_fault.hpp>
#include <millrace/actors/engine/watermark_actor.hpp>
#include <optional>
#include <utility>

namespace millrace::engine {

namespace {

bool ends_a_split(const round_report& report) {
  return std::any_of(report.lines.begin(), report.lines.end(),
                     [](const split_report& line) { return line.event == split_event::end; });
}

/// For a planted fault: of the first barrier of an epoch.
thread_local std::map<const void*, std::pair<epoch_number, std::optional<combiner>>> early_states;

}  // namespace

watermark_actor::watermark_actor(caf::actor_config& config, identity who, parts given)
    : member(config, std::move(who)), parts_(std::move(given)), gate_(parts_.inputs, parts_.guarantee) {}

auto watermark_actor::handling() {
  return [this](const arrival& arrived) { std::visit([this](const auto& one) { handle(one); }, arrived); };
}

caf::behavior watermark_actor::make_behavior() {
  guarded([this] { follow_clock(); });
  return {
      [this](const round_report& report) {
        const bool ends = ends_a_split(report);
        take(report.input, source_report{report, caf::actor_cast<caf::actor>(current_sender())}, ends);
      },
      [this](const passed_message& passed) { take(passed.input, passed, passed.mark.end); },
      [this](const barrier_message& barrier) { guarded([&] { take_barrier(barrier); }); },
      [this](const cancelled_barriers& cancelled) { guarded([&] { cancel(cancelled.epoch); }); },
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

void watermark_actor::take(input_id input, arrival message, bool ends) {
  guarded([&] { gate_.take(input, std::move(message), ends, handling()); });
}

void watermark_actor::handle(const source_report& arrived) {
  const auto next = std::get<watermark_service>(parts_.service).on_report(arrived.report);
  answer(next);
  send(arrived.from, next);
  if (!ticking_) follow_clock();
}

void watermark_actor::handle(const passed_message& arrived) {
  std::get<relayed_watermarks>(parts_.service).on_passed(arrived.input, arrived.mark, [this](const round_answer& next) {
    answer(next);
  });
}

void watermark_actor::answer(const round_answer& next) {
  auto& counters = parts_.counters->watermarks[parts_.exchange];
  counters.combined.store(next.combined.milliseconds, std::memory_order_relaxed);
  counters.idle.store(next.idle, std::memory_order_relaxed);
  counters.answers.store(next.number, std::memory_order_release);
  for (const auto& receiver : parts_.key_groups) send(receiver, next);
  if (next.end) report_done(true);
}

void watermark_actor::take_barrier(const barrier_message& barrier) {
  if (is_planted(planted_fault::combined_outside_cut)) {
    const auto* service = std::get_if<watermark_service>(&parts_.service);
    if (service != nullptr && early_states[this].first < barrier.epoch) {
      early_states[this] = {barrier.epoch, service->state()};
    }
  }
  gate_.take_barrier(barrier.input, barrier.epoch, handling(), [this](epoch_number epoch) { pass_barrier(epoch); });
}

/// Every report before the barriers is answered, and no other.
void watermark_actor::pass_barrier(epoch_number epoch) {
  for (const auto& receiver : parts_.key_groups) send(receiver, aligned_barrier{parts_.exchange, epoch});
  exchange_changes here{.exchange = parts_.exchange};
  if (const auto* service = std::get_if<watermark_service>(&parts_.service)) {
    here.state = service->state();
    if (is_planted(planted_fault::combined_outside_cut)) here.state = early_states[this].second;
    here.ended = service->ended();
  } else {
    here.ended = std::get<relayed_watermarks>(parts_.service).ended();
  }
  acknowledge(epoch, std::move(here));
}

/// Key-group actors hear of it in band, so that all of them freeze for an epoch or none does, and before the answers to
/// what was held here.
void watermark_actor::cancel(epoch_number epoch) {
  for (const auto& receiver : parts_.key_groups) send(receiver, cancelled_barriers{epoch});
  gate_.cancel(epoch, handling());
}

void watermark_actor::follow_clock() {
  auto* service = std::get_if<watermark_service>(&parts_.service);
  if (service == nullptr || !service->follows_clock()) return;
  if (const auto next = service->on_clock(parts_.processing_clock->now())) answer(*next);
  ticking_ = true;
  delayed_send(this, parts_.tick, tick_atom::value);
}

void watermark_actor::on_exit() {
  if (is_planted(planted_fault::combined_outside_cut)) early_states.erase(this);
  parts_.key_groups.clear();
  gate_ = barrier_gate<arrival>{parts_.inputs, parts_.guarantee};
  member::on_exit();
}

}  // namespace millrace::engine
