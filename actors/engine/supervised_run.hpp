// A run that is begun again when it fails.
#pragma once

#include <caf/actor_system.hpp>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <millrace/actors/engine/graph.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <millrace/actors/engine/restart_schedule.hpp>
#include <mutex>
#include <optional>
#include <thread>

namespace millrace::engine {

/// Holds the graph of the present run and, where the options have a restart policy, a thread that waits for its end and
/// begins the next one from the last epoch. Thread-safe.
class supervised_run {
public:
  /// `again` opens and spawns the graph once more.
  supervised_run(graph first, restart_policy policy, std::function<result<graph>()> again);
  supervised_run(const supervised_run&) = delete;
  supervised_run& operator=(const supervised_run&) = delete;
  /// Requires that `wait` has returned.
  ~supervised_run();

  /// Sends an atom to the coordinator. After `give_up` no further run is begun.
  void ask(caf::message what);
  void give_up();

  [[nodiscard]] result<run_summary> wait();
  [[nodiscard]] run_progress progress() const;
  [[nodiscard]] std::optional<error> failed_epoch() const;
  /// What the last run that was begun again, or is to be, failed of.
  [[nodiscard]] std::optional<error> last_failure() const;
  [[nodiscard]] bool hung() const;

private:
  void supervise(restart_policy policy);
  [[nodiscard]] std::shared_ptr<run_state> state() const;

  mutable std::mutex mutex_;  // guards what follows
  graph graph_;
  bool given_up_ = false;
  std::size_t restarts_ = 0;
  std::optional<error> last_failure_;
  std::condition_variable woken_;

  std::function<result<graph>()> again_;
  run_state end_;  // of all runs
  std::thread supervisor_;
};

}  // namespace millrace::engine
