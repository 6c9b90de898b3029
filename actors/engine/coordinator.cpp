#include <algorithm>
#include <caf/exit_reason.hpp>
#include <millrace/actors/engine/coordinator.hpp>
#include <utility>

namespace millrace::engine {

namespace {

using limit_atom = caf::atom_constant<caf::atom("limit")>;      // a time limit: (generation)
using overdue_atom = caf::atom_constant<caf::atom("overdue")>;  // the time limit of an epoch: (epoch)

}  // namespace

coordinator::coordinator(caf::actor_config& config, parts given)
    : caf::event_based_actor(config), parts_(std::move(given)) {
  set_down_handler([this](caf::down_msg& down) { on_down(down); });
}

caf::behavior coordinator::make_behavior() {
  return {
      [this](const member_list& members) { watch(members); },
      [this](const member_done& message) { on_done(message); },
      [this](const member_failed& failed) { on_failed(failed); },
      [this](stop_atom) { stop(); },
      [this](drain_atom) { drain(); },
      [this](epoch_atom) { begin_epoch(); },
      [this](const member_acknowledged& message) { on_acknowledged(message); },
      [this](overdue_atom, epoch_number epoch) {
        if (epoch == epochs_.open()) cancel_epoch();
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
  if (sinks_done) dismiss();
}

void coordinator::on_failed(const member_failed& failed) {
  if (!failure_) failure_ = failed.reason;
  if (watching_) {
    members_[failed.member].done = true;
    dismiss();
  }
}

void coordinator::on_down(const caf::down_msg& down) {
  for (auto& one : members_) {
    if (one.what.actor != down.source) continue;
    one.down = true;
    if (!dismissing_ && !failure_) {
      failure_ = error{error_code::stopped_by_failure, one.what.name + " ended before its work was done"};
    }
  }
  if (!dismissing_) dismiss();
  if (std::all_of(members_.begin(), members_.end(), [](const watched& one) { return one.down; })) finish();
}

void coordinator::stop() {
  if (stopping_ || dismissing_) return;
  if (!watching_) {
    send(this, stop_atom::value);
    return;
  }
  stopping_ = true;
  cancel_epoch();
  for (const auto& one : members_) {
    if (one.what.kind == member_kind::source) send(one.what.actor, stop_atom::value);
  }
  arm_limit();
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

void coordinator::begin_epoch() {
  if (!watching_) {
    send(this, epoch_atom::value);
    return;
  }
  if (stopping_ || dismissing_) return;
  if (epochs_.open() != 0) {
    wants_epoch_ = true;
    return;
  }
  const epoch_number epoch = epochs_.begin(members_.size());
  parts_.counters->epochs.begun.fetch_add(1, std::memory_order_relaxed);
  for (const auto& one : members_) {
    if (one.what.kind == member_kind::source) send(one.what.actor, barrier_request{epoch});
  }
  delayed_send(this, parts_.epochs.timeout, overdue_atom::value, epoch);
}

void coordinator::on_acknowledged(const member_acknowledged& message) {
  if (!epochs_.acknowledge(message.member, message.epoch, message.changes)) return;
  parts_.counters->epochs.completed.fetch_add(1, std::memory_order_relaxed);
  if (parts_.epochs.completed) parts_.epochs.completed({.epoch = message.epoch, .members = epochs_.take()});
  for (const auto& one : members_) {
    if (one.what.kind == member_kind::key_group) send(one.what.actor, epoch_committed{message.epoch});
  }
  if (std::exchange(wants_epoch_, false)) begin_epoch();
}

/// Watermark actors first: whoever of them has not passed the barrier yet never does.
void coordinator::cancel_epoch() {
  const auto cancelled = epochs_.cancel();
  if (!cancelled) return;
  parts_.counters->epochs.cancelled.fetch_add(1, std::memory_order_relaxed);
  for (const auto kind : {member_kind::watermarks, member_kind::source}) {
    for (const auto& one : members_) {
      if (one.what.kind == kind) send(one.what.actor, cancelled_barriers{*cancelled});
    }
  }
  if (std::exchange(wants_epoch_, false)) begin_epoch();
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
  // Killed from outside, say by the end of the caller's actor system: nobody may wait for ever.
  parts_.state->finish(error{error_code::stopped_by_failure, "the pipeline's actor system ended under it"});
}

}  // namespace millrace::engine
