// How a run ended, for whoever waits for it.
#pragma once

#include <condition_variable>
#include <millrace/actors/run.hpp>
#include <mutex>
#include <optional>

namespace millrace::engine {

/// Set once by the coordinator, read by any thread.
class run_state {
public:
  /// `hung`: an actor did not end, so neither may its actor system be waited for.
  void finish(result<run_summary> how, bool hung = false) {
    {
      const std::lock_guard lock{mutex_};
      if (!result_) result_ = std::move(how), hung_ = hung;
    }
    finished_.notify_all();
  }

  [[nodiscard]] result<run_summary> wait() {
    std::unique_lock lock{mutex_};
    finished_.wait(lock, [this] { return result_.has_value(); });
    return *result_;
  }

  /// What `wait` would return; nothing while it would wait.
  [[nodiscard]] std::optional<result<run_summary>> outcome() const {
    const std::lock_guard lock{mutex_};
    return result_;
  }

  /// An epoch could not be stored; the run goes on.
  void note_failed_epoch(error reason) {
    const std::lock_guard lock{mutex_};
    failed_epoch_ = std::move(reason);
  }
  /// Why the last epoch that could not be stored could not, if any.
  [[nodiscard]] std::optional<error> failed_epoch() const {
    const std::lock_guard lock{mutex_};
    return failed_epoch_;
  }

  [[nodiscard]] bool hung() const {
    const std::lock_guard lock{mutex_};
    return hung_;
  }

private:
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable finished_;
  std::optional<result<run_summary>> result_;
  std::optional<error> failed_epoch_;
  bool hung_ = false;
};

}  // namespace millrace::engine
