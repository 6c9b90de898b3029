#include <millrace/actors/engine/key_group_actor.hpp>
#include <utility>
#include <variant>

namespace millrace::engine {

namespace {

// One buffer is filled while others are under way to the sinks of the output.
constexpr std::size_t buffers_in_output = 4;

}  // namespace

key_group_actor::key_group_actor(caf::actor_config& config, identity who, parts given)
    : member(config, std::move(who)), parts_(std::move(given)), inbox_(parts_.inputs) {
  const auto self = caf::actor_cast<caf::actor_addr>(this);
  const auto wake = [self] {
    if (const auto owner = caf::actor_cast<caf::actor>(self)) caf::anon_send(owner, credit_atom::value);
  };
  ways_out_.resize(parts_.outputs.size());
  std::vector<output_port*> ports;
  for (std::size_t index = 0; index < ways_out_.size(); ++index) {
    auto& out = ways_out_[index];
    out.sinks = std::move(parts_.outputs[index].sinks);
    if (!out.sinks.empty()) {
      out.port = std::make_unique<credit_port>(
          buffer_pool::make(buffers_in_output, parts_.outputs[index].make_batch, wake), parts_.batch_capacity,
          [this, index](batch_hold rows) { send_rows(ways_out_[index], std::move(rows)); });
    }
    ports.push_back(out.port.get());
  }
  parts_.work->connect(ports);
}

caf::behavior key_group_actor::make_behavior() {
  return {
      [this](const events_message& message) {
        guarded([&] {
          inbox_.push(message.input, message.round, message.events);
          run();
        });
      },
      [this](const round_answer& answer) {
        guarded([&] {
          inbox_.push(answer);
          run();
        });
      },
      [this](credit_atom) {
        if (!std::exchange(suspended_, false)) return;
        guarded([this] { run(); });
      },
      [this](stop_atom) {
        guarded([this] {
          inbox_.push_stop();
          run();
        });
      },
  };
}

void key_group_actor::run() {
  if (suspended_) return;
  while (auto* item = inbox_.front()) {
    if (work_off(*item)) {
      inbox_.pop();
    } else if (!wait_for_credit()) {
      return;
    }
  }
  flush();
}

bool key_group_actor::work_off(inbox::item& item) {
  if (const auto* events = std::get_if<inbox::events>(&item)) {
    from_ = parts_.work->process(*events->batch.get(), from_);
    if (from_ < events->batch.get()->size()) return false;
    from_ = 0;
    return true;
  }
  if (const auto* answer = std::get_if<round_answer>(&item)) return apply(*answer);
  stop();
  return true;
}

bool key_group_actor::apply(const round_answer& answer) {
  if (!parts_.work->advance(answer.combined)) return false;
  pass_on(answer);
  return true;
}

void key_group_actor::pass_on(const round_answer& answer) {
  publish();
  const step_mark mark{.step = answer.number,
                       .stage_watermark = answer.combined,
                       .mark = parts_.work->forwarded(answer.combined),
                       .idle = answer.idle,
                       .end = answer.end};
  for (auto& out : ways_out_) {
    if (!out.port) continue;
    out.boundaries.push_back({.row = out.port->size(), .mark = mark});
  }
  if (answer.end) {
    flush();
    report_done(true);
  }
}

void key_group_actor::stop() {
  if (done()) return;
  flush();
  for (const auto& out : ways_out_) {
    for (const auto& sink : out.sinks) send(sink, input_stopped{parts_.index});
  }
  report_done(false);
}

/// Returns true when there is credit after all.
bool key_group_actor::wait_for_credit() {
  flush();
  for (auto& out : ways_out_) {
    if (out.port && !out.port->open_or_wait()) {
      suspended_ = true;
      return false;
    }
  }
  return true;
}

void key_group_actor::send_rows(way_out& out, batch_hold rows) {
  const rows_message message{
      .input = parts_.index, .rows = std::move(rows), .boundaries = std::exchange(out.boundaries, {})};
  for (const auto& sink : out.sinks) send(sink, message);
}

void key_group_actor::flush() {
  publish();
  for (auto& out : ways_out_) {
    if (!out.port) continue;
    out.port->flush();
    if (!out.boundaries.empty()) send_rows(out, {});
  }
}

void key_group_actor::publish() noexcept {
  parts_.counters->key_groups[parts_.index].publish(parts_.work->counts());
}

void key_group_actor::on_exit() {
  for (auto& out : ways_out_) {
    if (out.port) out.port->close();
    out.sinks.clear();
  }
  inbox_ = inbox{parts_.inputs};
  member::on_exit();
}

}  // namespace millrace::engine
