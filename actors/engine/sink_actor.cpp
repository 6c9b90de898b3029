#include <csignal>
#include <millrace/actors/engine/sink_actor.hpp>
#include <utility>

namespace millrace::engine {

namespace {

/// A pipe that its reader has closed is to be an error of `write`, not the end of the process.
void block_broken_pipe_signal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

sink_actor::sink_actor(caf::actor_config& config, identity who, parts given)
    : member(config, std::move(who)),
      parts_(std::move(given)),
      ledger_(parts_.inputs),
      alignment_(parts_.inputs),
      begun_(parts_.inputs, false) {
  name_failures();
}

caf::behavior sink_actor::make_behavior() {
  if (parts_.blocking) block_broken_pipe_signal();
  return {
      [this](const rows_message& message) { guarded([&] { take(message); }); },
      [this](flush_atom) {
        flush_pending_ = false;
        if (!done()) guarded([this] { parts_.writer->flush(); });
      },
      [this](const epoch_committed& committed) { guarded([&] { commit(committed.epoch); }); },
      [this](const input_stopped&) {
        if (++stopped_inputs_ == parts_.inputs && !done()) guarded([this] { finish(false); });
      },
  };
}

void sink_actor::take(const rows_message& message) {
  std::size_t from = 0;
  const auto write_up_to = [&](std::size_t row) {
    if (row > from) {
      begun_[message.input] = true;
      parts_.writer->write(*message.rows.get(), from, row, ledger_.step_of(message.input), message.input);
    }
    from = row;
  };
  for (const auto& boundary : message.boundaries) {
    write_up_to(boundary.row);
    if (const auto* mark = std::get_if<step_mark>(&boundary.what)) {
      pass(message.input, *mark);
    } else {
      align(message.input, std::get<epoch_number>(boundary.what));
    }
  }
  if (message.rows) write_up_to(message.rows.get()->size());
  if (!done()) flush_soon();
}

void sink_actor::pass(std::size_t input, const step_mark& mark) {
  begun_[input] = false;
  ledger_.passed(input, mark, [this](const step_mark& whole) {
    parts_.writer->close_step(whole);
    closed_ = whole.step;
    if (whole.end) finish(true);
    parts_.counters->sinks[parts_.index].closed.store(whole.step, std::memory_order_release);
  });
}

/// Each key-group actor has frozen after the same answer. When the last one's barrier comes, that answer's step is
/// closed, and what faster ones have sent behind their barriers belongs to later steps.
void sink_actor::align(std::size_t input, epoch_number epoch) {
  if (begun_[input]) {
    throw failure(error_code::internal, "barrier " + std::to_string(epoch) + " stands inside step " +
                                            std::to_string(ledger_.step_of(input)) + " of input " +
                                            std::to_string(input));
  }
  if (alignment_.arrive(static_cast<input_id>(input), epoch) != barrier_alignment::outcome::complete) return;
  if (ledger_.step_of(input) != closed_ + 1) {
    throw failure(error_code::internal, "barrier " + std::to_string(epoch) + " stands behind step " +
                                            std::to_string(ledger_.step_of(input) - 1) + " of input " +
                                            std::to_string(input) + ", but " + std::to_string(closed_) +
                                            " steps are closed");
  }
  if (!done()) parts_.writer->flush();
  sink_changes here{.sink = parts_.index, .closed = closed_};
  if (parts_.keeps_state) here.prepared = parts_.writer->prepare(epoch);
  acknowledge(epoch, std::move(here));
}

void sink_actor::commit(epoch_number epoch) {
  parts_.writer->commit(epoch);
  send(who().coordinator, member_committed{.member = who().number, .epoch = epoch});
}

/// Behind everything that is in the mailbox now: under load many steps go out in one write.
void sink_actor::flush_soon() {
  if (!std::exchange(flush_pending_, true)) send(this, flush_atom::value);
}

void sink_actor::finish(bool ended) {
  parts_.writer->flush();
  parts_.writer->finish();
  report_done(ended);
}

/// Whole steps go out even when another actor has failed.
void sink_actor::on_exit() {
  if (!done()) guarded([this] { parts_.writer->flush(); });
  member::on_exit();
}

}  // namespace millrace::engine
