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
  if (who.what == role::watermarks && content.match_elements<round_report>()) {
    seen_.reports.push_back(content.get_as<round_report>(0));
  } else if (content.match_elements<round_answer>()) {
    const auto& answer = content.get_as<round_answer>(0);
    note(answer.number);
    if (who.what == role::source) seen_.answers_to_sources[who.index].push_back(answer);
    if (who.what == role::key_group) {
      seen_.key_groups[who.index].answers.push_back(answer);
      answered_[{who.index, answer.input}] = answer.round;
    }
  } else if (who.what == role::key_group && content.match_elements<engine::events_message>()) {
    const auto& message = content.get_as<engine::events_message>(0);
    const auto& events = static_cast<const event_batch<std::int64_t, std::int64_t>&>(*message.events.get());
    note(events.size());
    for (const auto value : events.values) {
      seen_.arrivals.push_back({who.index, message.input, message.round, number_of(value)});
    }
    if (message.round > answered_[{who.index, message.input}] + 1) seen_.seen.parked_batch = true;
  }
}

void message_log::note(std::uint64_t number) {
  seen_.schedule = mix_word(seen_.schedule ^ number);
}

}  // namespace millrace::simulation
