#include "seeded_scheduler.hpp"

#include <algorithm>
#include <caf/execution_unit.hpp>
#include <chrono>
#include <utility>

namespace millrace::simulation {

namespace {

/// Polls, idle timeouts and reports are nearer than this, the limits of a stop and of most epochs are further.
constexpr std::chrono::seconds far{30};
/// Handlers within handlers.
constexpr unsigned deepest = 4;

}  // namespace

class seeded_scheduler::worker final : public caf::execution_unit {
public:
  explicit worker(seeded_scheduler& owner) : caf::execution_unit(&owner.scheduler_.system()), owner_(owner) {}

  void exec_later(caf::resumable* job) override {
    owner_.scheduler_.jobs.push_back(job);
    owner_.preempt();
  }

private:
  seeded_scheduler& owner_;
};

seeded_scheduler::seeded_scheduler(caf::scheduler::test_coordinator& scheduler, const cast& players,
                                   const schedule_settings& settings, std::function<void(caf::resumable*)> before)
    : scheduler_(scheduler),
      players_(players),
      settings_(settings),
      before_(std::move(before)),
      random_(settings.seed ^ 0x7363686564756c65),
      starved_until_(players.size() + 1, 0) {
  for (std::size_t i = 0; i <= players.size(); ++i) priorities_.push_back(random_.below(1000));
}

bool seeded_scheduler::turn() {
  ++turns_;
  if (!scheduler_.has_job()) return scheduler_.trigger_timeout();
  if (timeout_is_near() && random_.percent(settings_.timeout_percent)) {
    timeout_before_actor_ = true;
    return scheduler_.trigger_timeout();
  }
  auto ready = fed_jobs();
  if (ready.empty()) {
    // Whoever is starved may have to wait for a timer too, but not for ever.
    if (timeout_is_near() && random_.percent(50)) return scheduler_.trigger_timeout();
    for (std::size_t i = 0; i < scheduler_.jobs.size(); ++i) ready.push_back(i);
  }
  const std::size_t picked = pick(ready);
  const std::size_t actor = players_.of(scheduler_.jobs[picked]).number;
  if (ready.size() > 1 && random_.percent(settings_.starve_percent)) {
    starved_until_[actor] = turns_ + random_.below(100);
    has_starved_ = true;
    return true;
  }
  // The store is spawned by another actor: it is the one that is not known.
  if (settings_.slow_store_percent > 0 && actor == players_.size() && ready.size() > 1 &&
      random_.percent(settings_.slow_store_percent)) {
    starved_until_[actor] = turns_ + 1 + random_.below(100);
    has_slow_store_ = true;
    return true;
  }
  run(picked);
  return true;
}

std::vector<std::size_t> seeded_scheduler::fed_jobs() {
  std::vector<std::size_t> fed;
  for (std::size_t i = 0; i < scheduler_.jobs.size(); ++i) {
    if (starved_until_[players_.of(scheduler_.jobs[i]).number] <= turns_) fed.push_back(i);
  }
  return fed;
}

std::size_t seeded_scheduler::pick(const std::vector<std::size_t>& from) {
  const auto actor_of = [&](std::size_t job) { return players_.of(scheduler_.jobs[job]).number; };
  switch (settings_.policy) {
    case picking::any: break;
    case picking::sticky: {
      const auto again =
          std::find_if(from.begin(), from.end(), [&](std::size_t job) { return actor_of(job) == last_; });
      if (again != from.end() && random_.percent(80)) return *again;
      break;
    }
    case picking::priorities:
      if (random_.percent(3)) priorities_[random_.below(priorities_.size())] = random_.below(1000);
      return *std::max_element(from.begin(), from.end(), [&](std::size_t left, std::size_t right) {
        return priorities_[actor_of(left)] < priorities_[actor_of(right)];
      });
  }
  return from[random_.below(from.size())];
}

bool seeded_scheduler::timeout_is_near() const {
  const auto& clock = const_cast<caf::scheduler::test_coordinator&>(scheduler_).clock();
  return !clock.schedule().empty() && clock.schedule().begin()->first - clock.current_time < far;
}

void seeded_scheduler::run(std::size_t job) {
  auto& jobs = scheduler_.jobs;
  std::rotate(jobs.begin(), jobs.begin() + static_cast<std::ptrdiff_t>(job),
              jobs.begin() + static_cast<std::ptrdiff_t>(job) + 1);
  last_ = players_.of(jobs.front()).number;
  before_(jobs.front());
  auto* now = jobs.front();
  jobs.pop_front();
  ++depth_;
  worker thread(*this);
  const auto outcome = now->resume(&thread, 1);
  --depth_;
  if (outcome == caf::resumable::resume_later) {
    jobs.push_front(now);
  } else {
    caf::intrusive_ptr_release(now);
  }
}

void seeded_scheduler::preempt() {
  if (depth_ == deepest || !random_.percent(settings_.preempt_percent)) return;
  for (auto turns = random_.between(1, 5); turns > 0 && scheduler_.has_job(); --turns) {
    const auto ready = fed_jobs();
    if (ready.empty()) return;
    has_preempted_ = true;
    run(pick(ready));
  }
}

}  // namespace millrace::simulation
