#include <chrono>
#include <deque>
#include <millrace/actors/engine/key_group_actor.hpp>
#include <millrace/actors/engine/planted_fault.hpp>
#include <string>
#include <utility>
#include <variant>

namespace millrace::engine {

key_group_actor::key_group_actor(caf::actor_config& config, identity who, parts given)
    : member(config, std::move(who)),
      parts_(std::move(given)),
      gate_(parts_.inputs + 1, parts_.guarantee),
      inbox_(parts_.inputs) {}

void key_group_actor::connect() {
  const auto self = caf::actor_cast<caf::actor_addr>(this);
  const auto wake = [self] {
    if (const auto owner = caf::actor_cast<caf::actor>(self)) caf::anon_send(owner, credit_atom::value);
  };
  std::vector<output_port*> ports;
  way_out* to_next_stage = nullptr;
  for (auto& node : parts_.outputs) {
    const way_out_parts common{.owner = this,
                               .wake = wake,
                               .make_batch = std::move(node.make_batch),
                               .batch_capacity = parts_.batch_capacity,
                               .flow = parts_.flow,
                               .input = parts_.index};
    auto& way = ways_out_.emplace_back();
    ports.push_back(nullptr);
    if (!node.receivers.empty()) {
      way = way_to_stage(common, node.exchange, std::move(node.receivers), std::move(node.watermarks));
      to_next_stage = way.get();
    } else if (!node.sinks.empty()) {
      way = way_to_sinks(common, std::move(node.sinks));
      ports.back() = way->ports().front();
    }
  }
  parts_.work->connect(ports);
  if (to_next_stage != nullptr) parts_.work->connect_next_stage(to_next_stage->ports(), parts_.key_groups);
}

auto key_group_actor::entering() {
  return [this](events_message message) {
    if (is_planted(planted_fault::round_not_awaited)) message.round = inbox_.open_round(message.input);
    inbox_.push(message.input, message.round, std::move(message.events));
  };
}

caf::behavior key_group_actor::make_behavior() {
  guarded([this] {
    connect();
    for (const auto& changes : parts_.restored) parts_.work->restore(*changes);
  });
  return {
      [this](const events_message& message) {
        guarded([&] {
          gate_.take(message.input, message, false, entering());
          run();
        });
      },
      [this](const round_answer& answer) {
        guarded([&] {
          if (is_planted(planted_fault::answer_overtakes_rows)) pass_step(mark_behind(answer));
          inbox_.push(answer);
          run();
        });
      },
      [this](const barrier_message& barrier) {
        guarded([&] {
          gate_.take_barrier(barrier.input, barrier.epoch, entering(), [](epoch_number) {});
          run();
        });
      },
      [this](const aligned_barrier& barrier) {
        guarded([&] {
          take(barrier);
          run();
        });
      },
      [this](const cancelled_barriers& cancelled) {
        guarded([&] {
          gate_.cancel(cancelled.epoch, entering());
          run();
        });
      },
      [this](const epoch_committed& committed) {
        std::erase_if(uncommitted_, [&](const frozen& one) { return one.epoch <= committed.epoch; });
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

/// The barrier of the watermark actor is the last one to arrive.
void key_group_actor::take(const aligned_barrier& barrier) {
  gate_.take_barrier(static_cast<input_id>(parts_.inputs), barrier.epoch, entering(), [this](epoch_number epoch) {
    inbox_.push_barrier(epoch, parts_.guarantee == processing_guarantee::exactly_once);
  });
  if (gate_.open() == barrier.epoch) {
    throw failure(error_code::internal, who().name + ": barrier " + std::to_string(barrier.epoch) +
                                            " is aligned, but an input has not sent it");
  }
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
  if (const auto* barrier = std::get_if<inbox::barrier>(&item)) {
    freeze(barrier->epoch);
  } else {
    stop();
  }
  return true;
}

bool key_group_actor::apply(const round_answer& answer) {
  if (!parts_.work->advance(answer.combined)) return false;
  pass_on(answer);
  return true;
}

void key_group_actor::pass_on(const round_answer& answer) {
  publish();
  if (!is_planted(planted_fault::answer_overtakes_rows)) pass_step(mark_behind(answer));
  if (answer.end) {
    flush();
    report_done(true);
  }
}

step_mark key_group_actor::mark_behind(const round_answer& answer) const {
  return {.step = last_.step + 1,
          .stage_watermark = answer.combined,
          .mark = parts_.work->forwarded(answer.combined),
          .idle = answer.idle,
          .end = answer.end};
}

void key_group_actor::pass_step(step_mark mark) {
  last_ = mark;
  for (auto& way : ways_out_) {
    if (way) way->pass_step(mark);
  }
}

void key_group_actor::freeze(epoch_number epoch) {
  const auto begun = std::chrono::steady_clock::now();
  if (is_planted(planted_fault::failed_epoch_dropped)) uncommitted_.clear();
  uncommitted_.push_back({epoch, parts_.work->freeze()});
  note_freeze(std::chrono::steady_clock::now() - begun);
  if (parts_.guarantee == processing_guarantee::at_least_once && !last_.end) {
    // Rounds go on across the barrier: what they have made so far becomes a step of its own, which the epoch ends with.
    step_mark here = last_;
    ++here.step;
    pass_step(here);
  }
  for (auto& way : ways_out_) {
    if (way) way->pass_barrier(epoch);
  }
  stage_changes here{.exchange = parts_.exchange, .actor = parts_.index};
  for (const auto& one : uncommitted_) here.sets.push_back(one.changes);
  acknowledge(epoch, std::move(here));
}

void key_group_actor::note_freeze(std::chrono::nanoseconds lasted) noexcept {
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(lasted).count();
  auto& longest = parts_.counters->epochs.longest_freeze;
  for (auto seen = longest.load(std::memory_order_relaxed);
       seen < microseconds && !longest.compare_exchange_weak(seen, microseconds, std::memory_order_relaxed);) {
  }
}

void key_group_actor::stop() {
  if (done()) return;
  flush();
  for (const auto& way : ways_out_) {
    if (way) way->pass_stop();
  }
  report_done(false);
}

/// Returns true when there is credit after all.
bool key_group_actor::wait_for_credit() {
  flush();
  for (auto& way : ways_out_) {
    if (way && !way->open_or_wait()) {
      suspended_ = true;
      return false;
    }
  }
  return true;
}

void key_group_actor::flush() {
  publish();
  for (auto& way : ways_out_) {
    if (way) way->flush();
  }
}

void key_group_actor::publish() noexcept {
  parts_.counters->key_groups[parts_.counter].publish(parts_.work->counts());
}

void key_group_actor::on_exit() {
  for (auto& way : ways_out_) {
    if (way) way->close();
  }
  if (is_planted(planted_fault::credit_leaked)) {
    static std::deque<inbox> lost;
    lost.push_back(std::move(inbox_));
  }
  inbox_ = inbox{parts_.inputs};
  gate_ = barrier_gate<events_message>{parts_.inputs + 1, parts_.guarantee};
  parts_.outputs.clear();
  member::on_exit();
}

}  // namespace millrace::engine
