#include <algorithm>
#include <caf/exit_reason.hpp>
#include <millrace/actors/engine/coordinator.hpp>
#include <utility>

namespace millrace::engine {

namespace {

using limit_atom = caf::atom_constant<caf::atom("limit")>;      // a time limit: (generation)
using overdue_atom = caf::atom_constant<caf::atom("overdue")>;  // the time limit of an epoch: (epoch)
using due_atom = caf::atom_constant<caf::atom("due")>;          // the next epoch: (generation)
using rested_atom = caf::atom_constant<caf::atom("rested")>;    // the minimum pause is over: (epoch)

}  // namespace

coordinator::coordinator(caf::actor_config& config, parts given)
    : caf::event_based_actor(config), parts_(std::move(given)), epochs_(parts_.epochs.last) {
  set_down_handler([this](caf::down_msg& down) { on_down(down); });
}

caf::behavior coordinator::make_behavior() {
  if (parts_.make_store) {
    store_ = std::exchange(parts_.make_store, nullptr)(caf::actor_cast<caf::actor>(this));
    monitor(store_);
  }
  return {
      [this](const member_list& members) { watch(members); },
      [this](const member_done& message) { on_done(message); },
      [this](const member_failed& failed) { on_failed(failed); },
      [this](stop_atom) { stop(); },
      [this](drain_atom) { drain(); },
      [this](epoch_atom) { begin_epoch(); },
      [this](const member_acknowledged& message) { on_acknowledged(message); },
      [this](const stored_epoch& stored) { on_stored(stored); },
      [this](const member_committed& message) { on_committed(message); },
      [this](overdue_atom, epoch_number epoch) {
        if (epoch == epochs_.open()) cancel_epoch();
      },
      [this](due_atom, std::uint64_t generation) {
        if (generation == interval_) begin_epoch();
      },
      [this](rested_atom, std::uint64_t generation) {
        if (generation != rest_ || !std::exchange(resting_, false)) return;
        if (std::exchange(wants_epoch_, false)) begin_epoch();
      },
      [this](limit_atom, std::uint64_t generation) { time_is_up(generation); },
  };
}

void coordinator::watch(const member_list& members) {
  for (const auto& entry : members.entries) {
    members_.push_back({.what = entry});
    monitor(entry.actor);
  }
  watching_ = true;
  if (failure_) dismiss();
  if (parts_.epochs.interval) begin_epoch_later(*parts_.epochs.interval);
}

void coordinator::on_done(const member_done& message) {
  if (!watching_) {
    // It was faster than the list of members: look at it again behind the list.
    send(this, message);
    return;
  }
  members_[message.member].done = true;
  members_[message.member].ended = message.ended;
  const bool sinks_done = std::all_of(members_.begin(), members_.end(), [](const watched& one) {
    return one.what.kind != member_kind::sink || one.done;
  });
  if (!sinks_done) return;
  if (store_ && std::all_of(members_.begin(), members_.end(),
                            [](const watched& one) { return one.what.kind != member_kind::sink || one.ended; })) {
    want_last_epoch();
  } else {
    dismiss();
  }
}

void coordinator::on_failed(const member_failed& failed) {
  if (!failure_) failure_ = failed.reason;
  if (watching_) {
    members_[failed.member].done = true;
    dismiss();
  }
}

void coordinator::on_down(const caf::down_msg& down) {
  if (store_ && store_ == down.source) return on_store_down();
  for (auto& one : members_) {
    if (one.what.actor != down.source) continue;
    one.down = true;
    if (!dismissing_ && !failure_) {
      failure_ = error{error_code::stopped_by_failure, one.what.name + " ended before its work was done"};
    }
  }
  if (!dismissing_) dismiss();
  if (!std::all_of(members_.begin(), members_.end(), [](const watched& one) { return one.down; })) return;
  if (store_) {
    send_exit(store_, caf::exit_reason::user_shutdown);
  } else {
    finish();
  }
}

/// Whoever waits for the end of the pipeline may open the state directory again at once.
void coordinator::on_store_down() {
  store_ = nullptr;
  const bool all_down = std::all_of(members_.begin(), members_.end(), [](const watched& one) { return one.down; });
  if (all_down && !members_.empty()) return finish();
  if (!failure_) failure_ = error{error_code::stopped_by_failure, "the store of epochs ended before its work was done"};
  dismiss();
}

void coordinator::stop() {
  if (stopping_ || dismissing_) return;
  if (!watching_) {
    send(this, stop_atom::value);
    return;
  }
  stopping_ = true;
  arm_limit();
  if (store_) {
    want_last_epoch();
  } else {
    stop_sources();
  }
}

void coordinator::stop_sources() {
  cancel_epoch();
  for (const auto& one : members_) {
    if (one.what.kind == member_kind::source) send(one.what.actor, stop_atom::value);
  }
}

void coordinator::drain() {
  if (!watching_) {
    send(this, drain_atom::value);
    return;
  }
  draining_ = true;
  for (const auto& one : members_) {
    if (one.what.kind == member_kind::source) send(one.what.actor, drain_atom::value);
  }
}

/// One epoch at a time: until it is stored, or given up, another one waits.
void coordinator::begin_epoch() {
  if (!watching_) {
    send(this, epoch_atom::value);
    return;
  }
  if (dismissing_ || last_ == last_epoch::done || (stopping_ && last_ == last_epoch::not_wanted)) return;
  if (epochs_.open() != 0 || storing_ != 0 || (resting_ && last_ != last_epoch::wanted)) {
    wants_epoch_ = true;
    return;
  }
  if (parts_.epochs.interval) begin_epoch_later(*parts_.epochs.interval);
  const epoch_number epoch = epochs_.begin(members_.size());
  if (last_ == last_epoch::wanted) {
    last_ = last_epoch::under_way;
    last_number_ = epoch;
  }
  parts_.counters->epochs.begun.fetch_add(1, std::memory_order_relaxed);
  for (const auto& one : members_) {
    if (one.what.kind == member_kind::source) send(one.what.actor, barrier_request{epoch});
  }
  delayed_send(this, parts_.epochs.timeout, overdue_atom::value, epoch);
}

void coordinator::begin_epoch_later(duration pause) {
  delayed_send(this, pause, due_atom::value, ++interval_);
}

/// An epoch is over, stored or not: one that was due meanwhile begins, after the minimum pause.
void coordinator::after_epoch() {
  if (parts_.epochs.minimum_pause > duration{0} && last_ != last_epoch::wanted) {
    resting_ = true;
    delayed_send(this, parts_.epochs.minimum_pause, rested_atom::value, ++rest_);
    return;
  }
  if (std::exchange(wants_epoch_, false) || last_ == last_epoch::wanted) begin_epoch();
}

void coordinator::on_acknowledged(const member_acknowledged& message) {
  if (!epochs_.acknowledge(message.member, message.epoch, message.changes)) return;
  parts_.counters->epochs.completed.fetch_add(1, std::memory_order_relaxed);
  auto complete = std::make_shared<epoch_changes>(epoch_changes{.epoch = message.epoch, .members = epochs_.take()});
  if (parts_.epochs.completed) parts_.epochs.completed(*complete);
  if (store_) {
    storing_ = message.epoch;
    send(store_, complete_epoch{std::move(complete)});
  } else {
    release(message.epoch);
    after_epoch();
  }
}

/// What was acknowledged for an epoch is safe.
void coordinator::release(epoch_number epoch) {
  for (const auto& one : members_) {
    if (one.what.kind == member_kind::key_group || (store_ && one.what.kind == member_kind::sink)) {
      send(one.what.actor, epoch_committed{epoch});
    }
  }
}

/// A failed epoch loses nothing: key-group actors and sinks keep what is not committed for the next one.
void coordinator::on_stored(const stored_epoch& stored) {
  storing_ = 0;
  auto& counters = parts_.counters->epochs;
  if (stored.failed) {
    counters.failed.fetch_add(1, std::memory_order_relaxed);
    parts_.state->note_failed_epoch(*stored.failed);
    if (stored.epoch == last_number_) return give_up_last_epoch(*stored.failed);
  } else {
    counters.committed.fetch_add(1, std::memory_order_relaxed);
    counters.last.store(stored.epoch, std::memory_order_release);
    release(stored.epoch);
  }
  after_epoch();
}

void coordinator::on_committed(const member_committed& message) {
  members_[message.member].committed = message.epoch;
  if (last_ != last_epoch::under_way || message.epoch < last_number_) return;
  const bool all = std::all_of(members_.begin(), members_.end(), [&](const watched& one) {
    return one.what.kind != member_kind::sink || one.committed >= last_number_;
  });
  if (!all) return;
  last_ = last_epoch::done;
  end_after_last_epoch();
}

/// Before the pipeline ends, by the end of input or by a stop, what it has done is committed.
void coordinator::want_last_epoch() {
  if (last_ != last_epoch::not_wanted) return;
  last_ = last_epoch::wanted;
  begin_epoch();
}

void coordinator::give_up_last_epoch(const error& reason) {
  last_ = last_epoch::done;
  if (!failure_) failure_ = reason;
  end_after_last_epoch();
}

void coordinator::end_after_last_epoch() {
  const bool sinks_done = std::all_of(members_.begin(), members_.end(), [](const watched& one) {
    return one.what.kind != member_kind::sink || one.done;
  });
  if (sinks_done) {
    dismiss();
  } else {
    stop_sources();
  }
}

/// Watermark actors first: whoever of them has not passed the barrier yet never does.
void coordinator::cancel_epoch() {
  const auto cancelled = epochs_.cancel();
  if (!cancelled) return;
  parts_.counters->epochs.cancelled.fetch_add(1, std::memory_order_relaxed);
  const bool was_last = *cancelled == last_number_ && last_ == last_epoch::under_way;
  for (const auto kind : {member_kind::watermarks, member_kind::source}) {
    for (const auto& one : members_) {
      if (one.what.kind == kind) send(one.what.actor, cancelled_barriers{*cancelled});
    }
  }
  if (dismissing_) return;
  if (was_last) {
    give_up_last_epoch({error_code::state_unwritable, "the last epoch was not complete within " +
                                                          std::to_string(parts_.epochs.timeout.count()) + " ms"});
  } else {
    after_epoch();
  }
}

void coordinator::dismiss() {
  if (std::exchange(dismissing_, true)) return;
  cancel_epoch();
  arm_limit();
  for (const auto& one : members_) send_exit(one.what.actor, caf::exit_reason::user_shutdown);
}

void coordinator::arm_limit() {
  delayed_send(this, parts_.stop_limit, limit_atom::value, ++limit_);
}

void coordinator::time_is_up(std::uint64_t generation) {
  if (generation != limit_ || finished_) return;
  const auto silent = unanswered();
  if (!failure_ || failure_->code == error_code::sink_closed) {
    failure_ = error{error_code::stop_timed_out, "the pipeline did not stop within " +
                                                     std::to_string(parts_.stop_limit.count()) +
                                                     " ms; no answer from " + silent};
  } else if (!silent.empty()) {
    failure_->message += "; no answer from " + silent;
  }
  dismissing_ = true;
  for (const auto& one : members_) send_exit(one.what.actor, caf::exit_reason::kill);
  finish();
}

std::string coordinator::unanswered() const {
  std::string names;
  for (const auto& one : members_) {
    if (one.down || (!dismissing_ && one.done)) continue;
    names += (names.empty() ? "" : ", ") + one.what.name;
  }
  return names;
}

void coordinator::finish() {
  if (std::exchange(finished_, true)) return;
  run_summary summary{.how = run_end::ended, .counts = parts_.counters->snapshot()};
  const bool ended = std::all_of(members_.begin(), members_.end(),
                                 [](const watched& one) { return one.what.kind != member_kind::sink || one.ended; });
  if (draining_) summary.how = run_end::drained;
  if (!ended) summary.how = run_end::stopped;
  if (failure_ && failure_->code == error_code::sink_closed) summary.how = run_end::output_closed;
  const bool hung = std::any_of(members_.begin(), members_.end(), [](const watched& one) { return !one.down; });
  if (failure_ && failure_->code != error_code::sink_closed) {
    parts_.state->finish(*failure_, hung);
  } else {
    parts_.state->finish(summary, hung);
  }
  quit();
}

void coordinator::on_exit() {
  members_.clear();
  store_ = nullptr;
  // Killed from outside, say by the end of the caller's actor system: nobody may wait for ever.
  parts_.state->finish(error{error_code::stopped_by_failure, "the pipeline's actor system ended under it"});
}

}  // namespace millrace::engine
