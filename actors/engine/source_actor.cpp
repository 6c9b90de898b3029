#include <map>
#include <millrace/actors/engine/messages.hpp>
#include <millrace/actors/engine/planted_fault.hpp>
#include <millrace/actors/engine/source_actor.hpp>
#include <millrace/core/source/stored_position.hpp>
#include <utility>

namespace millrace::engine {

namespace {

/// For a planted fault: before the last records.
thread_local std::map<const void*, source_driver::position> early_positions;

}  // namespace

source_actor::source_actor(caf::actor_config& config, identity who, parts given)
    : member(config, std::move(who)), parts_(std::move(given)) {
  const auto now = parts_.processing_clock->now();
  driver_ = std::make_unique<source_driver>(parts_.driver, std::move(parts_.splits), now);
  if (parts_.resumed) driver_->resume(*parts_.resumed);
  const auto self = caf::actor_cast<caf::actor_addr>(this);
  const auto pool = parts_.flow.make_pool(parts_.key_groups.size(), parts_.make_batch, [self] {
    if (const auto owner = caf::actor_cast<caf::actor>(self)) caf::anon_send(owner, credit_atom::value);
  });
  for (std::size_t receiver = 0; receiver < parts_.key_groups.size(); ++receiver) {
    ports_.push_back(std::make_unique<credit_port>(pool, parts_.batch_capacity, [this, receiver](batch_hold events) {
      send_events(receiver, std::move(events));
    }));
    port_view_.push_back(ports_.back().get());
  }
}

caf::behavior source_actor::make_behavior() {
  run_soon();
  return {
      [this](run_atom) {
        run_pending_ = false;
        guarded([this] { run(); });
      },
      [this](wake_atom, std::uint64_t generation) {
        if (generation == timer_) guarded([this] { run(); });
      },
      [this](credit_atom) {
        if (state_ == source_driver::state::no_credit) guarded([this] { wait_for_credit(); });
      },
      [this](const round_answer& answer) {
        driver_->on_answered(answer.round);
        if (state_ == source_driver::state::answers) run_soon();
      },
      [this](const barrier_request& asked) { guarded([&] { want_barrier(asked.epoch); }); },
      [this](const cancelled_barriers& cancelled) {
        if (wanted_epoch_ > cancelled.epoch) return;
        wanted_epoch_ = 0;
        driver_->barrier_sent();
      },
      [this](drain_atom) {
        driver_->drain();
        if (state_ == source_driver::state::waiting) run_soon();
      },
      [this](stop_atom) { guarded([this] { stop(); }); },
  };
}

void source_actor::run() {
  if (stopped_ || state_ == source_driver::state::ended) return;
  const auto now = parts_.processing_clock->now();
  std::optional<source_driver::position> early;
  if (is_planted(planted_fault::position_before_batch)) early.emplace(driver_->place_to_resume());
  const auto records = driver_->records();
  const auto outcome = driver_->step(now, port_view_, *this);
  if (early && driver_->records() > records) early_positions.insert_or_assign(this, *std::move(early));
  state_ = outcome.what;
  publish();
  switch (state_) {
    case source_driver::state::busy: run_soon(); break;
    case source_driver::state::no_credit: wait_for_credit(); break;
    case source_driver::state::answers: break;
    case source_driver::state::barrier:
      send_barrier();
      run_soon();
      break;
    case source_driver::state::waiting: wake_later(now, outcome.wake_at); break;
    case source_driver::state::ended:
      for (auto& port : ports_) port->close();
      if (wanted_epoch_ != 0) send_barrier();
      report_done(true);
      break;
  }
}

void source_actor::run_soon() {
  if (std::exchange(run_pending_, true)) return;
  ++timer_;
  send(this, run_atom::value);
}

void source_actor::wait_for_credit() {
  // What stays here cannot come back as credit: it has to go first.
  for (auto& port : ports_) port->flush();
  for (auto& port : ports_) {
    if (!port->open_or_wait()) return;
  }
  state_ = source_driver::state::busy;
  run_soon();
}

void source_actor::wake_later(event_time now, event_time at) {
  const auto generation = ++timer_;
  if (at <= now) {
    send(this, wake_atom::value, generation);
    return;
  }
  delayed_send(this, at - now, wake_atom::value, generation);
}

void source_actor::end_round(round_report report) {
  if (is_planted(planted_fault::watermark_before_batch)) send(parts_.watermarks, report);
  for (auto& port : ports_) port->flush();
  if (!is_planted(planted_fault::watermark_before_batch)) send(parts_.watermarks, std::move(report));
}

void source_actor::send_events(std::size_t receiver, batch_hold events) {
  send(parts_.key_groups[receiver], events_message{.exchange = parts_.driver.exchange,
                                                   .input = parts_.driver.input,
                                                   .round = driver_->running_round(),
                                                   .events = std::move(events)});
}

void source_actor::want_barrier(epoch_number epoch) {
  if (stopped_) return;
  wanted_epoch_ = epoch;
  if (state_ == source_driver::state::ended) {
    if (!is_planted(planted_fault::ended_source_silent)) send_barrier();
    return;
  }
  if (is_planted(planted_fault::barrier_in_mid_round)) {
    for (auto& port : ports_) port->flush();
    return send_barrier();
  }
  driver_->want_barrier();
  run_soon();
}

/// Here no round is under way, and everything before has been sent.
void source_actor::send_barrier() {
  const barrier_message barrier{
      .exchange = parts_.driver.exchange, .input = parts_.driver.input, .epoch = std::exchange(wanted_epoch_, 0)};
  driver_->barrier_sent();
  auto position = driver_->place_to_resume();
  if (is_planted(planted_fault::position_before_batch) && early_positions.contains(this)) {
    position = early_positions.at(this);
  }
  for (const auto& receiver : parts_.key_groups) send(receiver, barrier);
  send(parts_.watermarks, barrier);
  source_changes here{.input = barrier.input, .position = std::move(position)};
  if (parts_.keeps_state) {
    byte_writer into{here.stored};
    write_position(into, here.position);
  }
  acknowledge(barrier.epoch, std::move(here));
}

void source_actor::stop() {
  if (std::exchange(stopped_, true)) return;
  for (auto& port : ports_) port->close();
  send(parts_.watermarks, stop_atom::value, parts_.driver.input);
  report_done(false);
}

void source_actor::publish() noexcept {
  auto& counters = parts_.counters->sources[parts_.driver.input];
  counters.records.store(driver_->records(), std::memory_order_relaxed);
  counters.idle_splits.store(driver_->idle_splits(), std::memory_order_relaxed);
  counters.rounds.store(driver_->rounds(), std::memory_order_release);
  counters.polls.store(driver_->dry_passes(), std::memory_order_release);
}

void source_actor::on_exit() {
  if (is_planted(planted_fault::position_before_batch)) early_positions.erase(this);
  for (auto& port : ports_) port->close();
  driver_.reset();
  parts_.key_groups.clear();
  parts_.watermarks = nullptr;
  member::on_exit();
}

}  // namespace millrace::engine
