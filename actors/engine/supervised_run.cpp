#include <caf/send.hpp>
#include <millrace/actors/engine/supervised_run.hpp>
#include <utility>

namespace millrace::engine {

supervised_run::supervised_run(graph first, restart_policy policy, std::function<result<graph>()> again)
    : graph_(std::move(first)), again_(std::move(again)) {
  if (policy.restarts > 0) supervisor_ = std::thread([this, policy] { supervise(policy); });
}

supervised_run::~supervised_run() {
  if (supervisor_.joinable()) supervisor_.join();
  graph_.coordinator = nullptr;
}

void supervised_run::ask(caf::message what) {
  const std::lock_guard lock{mutex_};
  if (graph_.coordinator) caf::anon_send(graph_.coordinator, std::move(what));
}

void supervised_run::give_up() {
  {
    const std::lock_guard lock{mutex_};
    given_up_ = true;
  }
  woken_.notify_all();
}

std::shared_ptr<run_state> supervised_run::state() const {
  const std::lock_guard lock{mutex_};
  return graph_.state;
}

result<run_summary> supervised_run::wait() {
  return supervisor_.joinable() ? end_.wait() : state()->wait();
}

run_progress supervised_run::progress() const {
  const std::lock_guard lock{mutex_};
  run_progress seen = graph_.counters->snapshot();
  seen.restarts = restarts_;
  return seen;
}

std::optional<error> supervised_run::failed_epoch() const {
  return state()->failed_epoch();
}

std::optional<error> supervised_run::last_failure() const {
  const std::lock_guard lock{mutex_};
  return last_failure_;
}

bool supervised_run::hung() const {
  return state()->hung();
}

/// A hung actor still has what the next run would need: then there is none.
void supervised_run::supervise(restart_policy policy) {
  restart_schedule schedule{policy};
  auto begun = std::chrono::steady_clock::now();
  for (result<run_summary> ended = state()->wait();; ended = state()->wait()) {
    for (;;) {
      if (ended) return end_.finish(std::move(ended));
      const auto lasted = std::chrono::duration_cast<duration>(std::chrono::steady_clock::now() - begun);
      const auto pause = hung() ? std::nullopt : schedule.after(ended.error(), lasted);
      std::unique_lock lock{mutex_};
      last_failure_ = ended.error();
      if (pause && !given_up_) woken_.wait_for(lock, *pause, [this] { return given_up_; });
      if (!pause || given_up_) {
        lock.unlock();
        error reason = ended.error();
        if (!schedule.refusal().empty()) reason.message += " (" + schedule.refusal() + ")";
        return end_.finish(std::move(reason));
      }
      ++restarts_;
      lock.unlock();
      begun = std::chrono::steady_clock::now();
      auto next = again_();
      if (!next) {
        ended = next.error();
        continue;
      }
      lock.lock();
      graph_ = std::move(next).value();
      if (given_up_) caf::anon_send(graph_.coordinator, stop_atom::value);
      break;
    }
  }
}

}  // namespace millrace::engine
