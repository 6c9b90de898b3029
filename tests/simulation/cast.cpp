#include "cast.hpp"

#include <algorithm>
#include <millrace/actors/engine/coordinator.hpp>
#include <millrace/actors/engine/key_group_actor.hpp>
#include <millrace/actors/engine/sink_actor.hpp>
#include <millrace/actors/engine/source_actor.hpp>
#include <millrace/actors/engine/watermark_actor.hpp>
#include <utility>
#include <vector>

namespace millrace::simulation {

namespace {

role role_of(caf::scheduled_actor* actor) {
  if (dynamic_cast<engine::coordinator*>(actor) != nullptr) return role::coordinator;
  if (dynamic_cast<engine::sink_actor*>(actor) != nullptr) return role::sink;
  if (dynamic_cast<engine::key_group_actor*>(actor) != nullptr) return role::key_group;
  if (dynamic_cast<engine::watermark_actor*>(actor) != nullptr) return role::watermarks;
  if (dynamic_cast<engine::source_actor*>(actor) != nullptr) return role::source;
  return role::other;
}

}  // namespace

cast::cast(const caf::scheduler::test_coordinator& scheduler) {
  std::vector<std::pair<caf::actor_id, caf::scheduled_actor*>> actors;
  for (auto* job : scheduler.jobs) {
    if (auto* actor = dynamic_cast<caf::scheduled_actor*>(job)) actors.emplace_back(actor->id(), actor);
  }
  std::sort(actors.begin(), actors.end());
  std::map<role, std::size_t> counted;
  for (const auto& [id, actor] : actors) {
    const role what = role_of(actor);
    parts_[actor] = {.what = what, .index = counted[what]++, .number = parts_.size()};
  }
}

part cast::of(caf::resumable* job) const {
  const auto found = parts_.find(job);
  return found == parts_.end() ? part{.what = role::other, .index = 0, .number = parts_.size()} : found->second;
}

}  // namespace millrace::simulation
