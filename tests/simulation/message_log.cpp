#include "message_log.hpp"

#include <caf/scheduled_actor.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/key/key_hash.hpp>

#include "scenario.hpp"

namespace millrace::simulation {

void message_log::look_at(caf::resumable* job) {
  const part who = players_.of(job);
  ++seen_.turns;
  note(who.number);
  auto* actor = dynamic_cast<caf::scheduled_actor*>(job);
  const auto* next = actor == nullptr ? nullptr : actor->mailbox().peek();
  if (next == nullptr) return;
  const auto& content = next->content();
  note(content.type_token());
  if (who.what == role::watermarks) at_watermarks(who, content);
  if (who.what == role::key_group) at_key_group(who, content);
  if (who.what == role::source && content.match_elements<round_answer>()) {
    seen_.answers_to_sources[who.index].push_back(content.get_as<round_answer>(0));
  }
}

void message_log::at_watermarks(const part& who, const caf::type_erased_tuple& content) {
  if (stage_behind(who.index) != 0) return;
  if (content.match_elements<round_report>()) {
    seen_.reports.push_back(content.get_as<round_report>(0));
    ++reported_[seen_.reports.back().input];
  } else if (content.match_elements<engine::barrier_message>()) {
    const auto& barrier = content.get_as<engine::barrier_message>(0);
    seen_.rounds_before_barrier[{barrier.epoch, barrier.input}] = reported_[barrier.input];
  }
}

void message_log::at_key_group(const part& who, const caf::type_erased_tuple& content) {
  const std::size_t actors = seen_.stages.front().size();
  const std::size_t stage = stage_behind(who.index / actors);
  auto& behind = behind_barrier_[who.index];
  if (content.match_elements<round_answer>()) {
    const auto& answer = content.get_as<round_answer>(0);
    note(answer.number);
    seen_.stages[stage][who.index % actors].answers.push_back(answer);
    answered_[{who.index, answer.input}] = answer.round;
  } else if (content.match_elements<engine::events_message>()) {
    const auto& message = content.get_as<engine::events_message>(0);
    const auto& events = static_cast<const event_batch<std::int64_t, std::int64_t>&>(*message.events.get());
    note(events.size());
    for (const auto& each : events.events) {
      seen_.arrivals.push_back({stage, who.index % actors, message.input, message.round, number_of(each.value)});
    }
    const input_id input = stage == 0 ? message.input : every_input;
    if (message.round > answered_[{who.index, input}] + 1) seen_.seen.parked_batch = true;
    if (behind.contains(message.input)) seen_.seen.held_behind_barrier = true;
  } else if (content.match_elements<engine::barrier_message>()) {
    behind.insert(content.get_as<engine::barrier_message>(0).input);
  } else if (content.match_elements<engine::aligned_barrier>() ||
             content.match_elements<engine::cancelled_barriers>()) {
    behind.clear();
  }
}

void message_log::note(std::uint64_t number) {
  seen_.schedule = mix_word(seen_.schedule ^ number);
}

}  // namespace millrace::simulation
